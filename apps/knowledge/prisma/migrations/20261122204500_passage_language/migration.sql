-- The language that a passage's words are compared by: its own, else the one that it seems to be in.
ALTER TABLE passage ADD COLUMN language text COLLATE "C";

-- There are few different audiences: a search jumps from one to the next.
CREATE INDEX document_audience ON document (project_id, md5(audience::text)) INCLUDE (audience) WHERE audience <> '[]';
