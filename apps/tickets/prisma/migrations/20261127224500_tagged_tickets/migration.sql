-- The tags of a project are counted over its tagged tickets alone. Tags are no column of it: 100 of them are too long for a page.
CREATE INDEX ticket_tagged ON ticket (project_id) WHERE tags <> '{}';
