-- Entries with a tag, and the few documents that wait or failed among the many that are indexed.
CREATE INDEX content_tags ON content USING gin (project_id, tags);
CREATE INDEX document_unsettled ON document (project_id, owner_type, owner_id, status) WHERE status <> 'indexed';
