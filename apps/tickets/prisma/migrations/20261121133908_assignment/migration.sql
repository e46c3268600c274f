ALTER TABLE team_reference ADD COLUMN default_sla double precision;

-- Numbers the choices of teams in a project; its row is the lock under which they are made.
CREATE TABLE assignment_sequence (
  project_id text PRIMARY KEY,
  value bigint NOT NULL
);

-- When a team last chose a person.
CREATE TABLE member_turn (
  project_id text NOT NULL,
  user_id text NOT NULL,
  turn bigint NOT NULL,
  PRIMARY KEY (project_id, user_id)
);

-- Whom a team chose last, and where that person stood.
CREATE TABLE team_turn (
  project_id text NOT NULL,
  team_id text NOT NULL,
  user_id text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (project_id, team_id)
);

-- People and teams that tickets shall not keep.
CREATE TABLE departure (
  project_id text NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, kind, id)
);

CREATE INDEX ticket_workload ON ticket (project_id, processing_user_id, status)
  WHERE processing_user_id IS NOT NULL AND status <> 'DONE'
    AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_queue ON ticket (project_id, processing_team_id, queued_at, id) WHERE queued;

CREATE INDEX ticket_inbox_assignee ON ticket (project_id, (coalesce(processing_user_id, '')), last_activity, id)
  WHERE type = 'INQUIRY' AND status <> 'DONE' AND status <> 'SNOOZED'
    AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_inbox_unread ON ticket (project_id, last_activity, id)
  WHERE notifications_unread AND type = 'INQUIRY' AND status <> 'DONE' AND status <> 'SNOOZED'
    AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_inbox_breached ON ticket (project_id, last_activity, id)
  WHERE sla_breached AND type = 'INQUIRY' AND status <> 'DONE' AND status <> 'SNOOZED'
    AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_inbox_due ON ticket (project_id, due_date)
  WHERE due_date IS NOT NULL AND type = 'INQUIRY' AND status <> 'DONE' AND status <> 'SNOOZED'
    AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_inbox_mentions ON ticket USING gin (project_id, mention_ids)
  WHERE mention_ids <> '{}' AND type = 'INQUIRY' AND status <> 'DONE' AND status <> 'SNOOZED'
    AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
