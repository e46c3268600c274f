-- Who created a ticket, for its audit trail.
ALTER TABLE ticket ADD COLUMN created_by jsonb;

-- The history of a ticket in the order of time.
CREATE INDEX ticket_history_project_id_ticket_id_at_id_idx ON ticket_history (project_id, ticket_id, at, id);
DROP INDEX ticket_history_project_id_ticket_id_id_idx;
