-- Tournaments and their games, as JSON: the plan, and for each game the job and what came of it.

CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    plan TEXT NOT NULL,
    -- running, finished, stopped, failed
    state TEXT NOT NULL,
    -- Why it failed; empty otherwise.
    problem TEXT NOT NULL,
    -- Who made it: a visitor, or nobody where it is played by a command.
    owner TEXT NOT NULL,
    -- page, command
    source TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

CREATE INDEX tournaments_by_creation ON tournaments (created_ms);
CREATE INDEX tournaments_by_state ON tournaments (state);

CREATE TABLE tournament_games (
    tournament TEXT NOT NULL REFERENCES tournaments (id),
    number BIGINT NOT NULL,
    job TEXT NOT NULL,
    report TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
);
