-- Offers between two persons, and what the machines thought before their moves (JSON, or empty).

ALTER TABLE games ADD COLUMN undo_offer TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN help_offer TEXT NOT NULL DEFAULT '';
-- `open` where both persons have agreed to hints and analysis.
ALTER TABLE games ADD COLUMN help TEXT NOT NULL DEFAULT '';
ALTER TABLE moves ADD COLUMN thought TEXT NOT NULL DEFAULT '';
