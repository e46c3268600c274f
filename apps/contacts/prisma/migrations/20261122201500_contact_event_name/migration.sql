-- How often a contact did something, and who did it at all.
CREATE INDEX contact_event_name ON contact_event (project_id, name, contact_id, date);
