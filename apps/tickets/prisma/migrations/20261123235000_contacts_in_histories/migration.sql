-- Finds what names a contact in tickets of others, for the day on which it is deleted. What contacts change themselves is little.
CREATE INDEX ticket_history_contact ON ticket_history (project_id, (actor ->> 'id')) WHERE actor ->> 'type' = 'contact';
CREATE INDEX ticket_history_session_from ON ticket_history (project_id, (from_value #>> '{}')) WHERE field = 'session';
CREATE INDEX ticket_history_session_to ON ticket_history (project_id, (to_value #>> '{}')) WHERE field = 'session';
CREATE INDEX ticket_created_for_another ON ticket (project_id, (created_by ->> 'id'))
  WHERE created_by ->> 'type' = 'contact' AND created_by ->> 'id' IS DISTINCT FROM session_id;
