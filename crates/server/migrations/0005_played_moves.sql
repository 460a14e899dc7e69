-- How the games of this server went on from each position: for every position and the one a move led to, the results.
-- Positions are keys (64 bits), the same for positions that are the same up to a symmetry of the board.

CREATE TABLE played_moves (
    game TEXT NOT NULL,
    position BIGINT NOT NULL,
    next BIGINT NOT NULL,
    first_wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    second_wins BIGINT NOT NULL,
    PRIMARY KEY (game, position, next)
);

-- 1 where a finished game is counted there.
ALTER TABLE games ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournament_games ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;

CREATE INDEX games_to_count ON games (counted, status);
CREATE INDEX tournament_games_to_count ON tournament_games (counted);
