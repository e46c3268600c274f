-- The deletion of a contact finds its given-up tickets.
CREATE INDEX source_mark_contact ON source_mark (project_id, contact_id) WHERE contact_id IS NOT NULL;
