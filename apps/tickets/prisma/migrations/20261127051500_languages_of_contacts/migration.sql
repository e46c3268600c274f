-- Mails to a contact name its language. It is unknown until the contact changes.
ALTER TABLE contact_reference ADD COLUMN lang text;
