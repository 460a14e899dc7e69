-- The reviews of finished games, as JSON. A game of a tournament is no row of `games`, hence no reference.

CREATE TABLE reviews (
    game_id TEXT PRIMARY KEY,
    review TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);
