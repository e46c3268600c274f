-- Contacts of which a former release kept nothing but the id.
CREATE INDEX contact_reference_unknown ON contact_reference (project_id, id) WHERE version = 0;
