-- Whom a merged contact turned out to be.
ALTER TABLE gone ADD COLUMN heir_id text COLLATE "C";
