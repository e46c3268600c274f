ALTER TABLE occurrence ADD COLUMN event_name text, ADD COLUMN happened_at timestamptz(3);
