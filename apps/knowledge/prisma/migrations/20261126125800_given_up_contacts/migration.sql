-- The contact of a given-up ticket: its row is deleted with that contact.
ALTER TABLE source_mark ADD COLUMN contact_id text;
