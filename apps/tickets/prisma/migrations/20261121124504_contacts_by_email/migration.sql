-- Contacts with the same address.
CREATE INDEX contact_reference_email ON contact_reference (project_id, email) WHERE email IS NOT NULL;
