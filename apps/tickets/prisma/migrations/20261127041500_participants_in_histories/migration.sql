-- Deleted contacts are forgotten where the history says that they became participants, or stopped being some.
CREATE INDEX ticket_history_participant_from ON ticket_history (project_id, (from_value #>> '{}')) WHERE field = 'participant';
CREATE INDEX ticket_history_participant_to ON ticket_history (project_id, (to_value #>> '{}')) WHERE field = 'participant';
