-- Integrations ask again and again for what changed since they asked last.
CREATE INDEX message_project_id_updated_at_id_idx ON message (project_id, updated_at, id);
-- Few messages have one, so that these cost little.
CREATE INDEX message_rating ON message (project_id, rating, id) WHERE rating IS NOT NULL;
CREATE INDEX message_outbound ON message (project_id, outbound, id) WHERE outbound IS NOT NULL;
