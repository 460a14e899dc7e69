-- Works on SQLite and on PostgreSQL: texts and big integers only. Times are milliseconds since 1970.

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE visitors (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    version BIGINT NOT NULL,
    start TEXT NOT NULL,
    position TEXT NOT NULL,
    turn TEXT NOT NULL,
    plies BIGINT NOT NULL,
    kind_1 TEXT NOT NULL,
    name_1 TEXT NOT NULL,
    spec_1 TEXT NOT NULL,
    visitor_1 TEXT NOT NULL,
    kind_2 TEXT NOT NULL,
    name_2 TEXT NOT NULL,
    spec_2 TEXT NOT NULL,
    visitor_2 TEXT NOT NULL,
    -- Without clocks: -1.
    base_ms BIGINT NOT NULL,
    increment_ms BIGINT NOT NULL,
    left_1_ms BIGINT NOT NULL,
    left_2_ms BIGINT NOT NULL,
    delay_ms BIGINT NOT NULL,
    draw_offer TEXT NOT NULL,
    winner TEXT NOT NULL,
    reason TEXT NOT NULL,
    rematch TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);

CREATE INDEX games_by_update ON games (updated_ms);
CREATE INDEX games_by_status ON games (status);
CREATE INDEX games_by_owner ON games (owner);

CREATE TABLE moves (
    game_id TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    text TEXT NOT NULL,
    ms BIGINT NOT NULL,
    left_1_ms BIGINT NOT NULL,
    left_2_ms BIGINT NOT NULL,
    PRIMARY KEY (game_id, ply)
);
