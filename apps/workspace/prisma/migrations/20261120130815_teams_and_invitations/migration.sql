-- The defaults are for teams that exist already.
ALTER TABLE team
  ADD COLUMN assignment_method          text NOT NULL DEFAULT 'manual',
  ADD COLUMN select_only_online_members boolean,
  ADD COLUMN limit_ticket_amount        boolean,
  ADD COLUMN ticket_amount              integer,
  ADD COLUMN count_snoozed_tickets      boolean,
  ADD COLUMN sla_options                jsonb,
  ADD COLUMN operating_hours            jsonb,
  ADD COLUMN lexorank                   text COLLATE "C" NOT NULL DEFAULT 'i';

CREATE TABLE team_member (
  project_id text NOT NULL,
  team_id    text NOT NULL,
  user_id    text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  position   integer NOT NULL,
  PRIMARY KEY (project_id, team_id, user_id),
  FOREIGN KEY (project_id, team_id) REFERENCES team (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX team_member_user_id_project_id_idx ON team_member (user_id, project_id);

CREATE TABLE invitation (
  id              text PRIMARY KEY,
  type            text NOT NULL,
  target_id       text NOT NULL,
  organisation_id text NOT NULL,
  email           text NOT NULL,
  role            text NOT NULL,
  invited_by      text NOT NULL,
  expires_at      timestamptz(3) NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX invitation_type_target_id_email_key ON invitation (type, target_id, email);
CREATE INDEX invitation_email_id_idx ON invitation (email, id);
