-- When something that could not be read was given up; rounds of reading pass over it.
ALTER TABLE source_mark ADD COLUMN failed_at timestamptz(3);
DROP INDEX source_mark_order;
CREATE INDEX source_mark_order ON source_mark (kind, seq) WHERE failed_at IS NULL;
CREATE INDEX source_mark_failed ON source_mark (project_id, kind) WHERE failed_at IS NOT NULL;
