CREATE TABLE user_account (
  id                       text PRIMARY KEY,
  email                    text NOT NULL,
  password_hash            text,
  confirmed                boolean NOT NULL DEFAULT false,
  user_type                text NOT NULL DEFAULT 'default',
  first_name               text,
  last_name                text,
  name                     text NOT NULL,
  user_role                text,
  job_title                text,
  department               text,
  phone                    text,
  calendar_link            text,
  social_link              text,
  profile_image_url        text,
  available                boolean NOT NULL DEFAULT true,
  unavailable_projects     text[] NOT NULL DEFAULT ARRAY[]::text[],
  notification_preferences jsonb,
  completed_onboarding     boolean NOT NULL DEFAULT false,
  created_at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX user_account_email_key ON user_account (email);

CREATE TABLE verification_code (
  user_id     text PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  account_id  text NOT NULL,
  code_hash   text NOT NULL,
  replacement jsonb,
  tries       integer NOT NULL DEFAULT 0,
  expires_at  timestamptz(3) NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX verification_code_account_id_key ON verification_code (account_id);

CREATE TABLE organisation (
  id         text PRIMARY KEY,
  name       text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE organisation_member (
  organisation_id text NOT NULL REFERENCES organisation (id) ON DELETE CASCADE ON UPDATE CASCADE,
  user_id         text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  role            text NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (organisation_id, user_id)
);
CREATE INDEX organisation_member_user_id_organisation_id_idx ON organisation_member (user_id, organisation_id);

CREATE TABLE project (
  id                       text PRIMARY KEY,
  organisation_id          text NOT NULL REFERENCES organisation (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  name                     text NOT NULL,
  api_token                text NOT NULL,
  session_secret           text NOT NULL,
  default_language         text NOT NULL DEFAULT 'en',
  languages                text[] NOT NULL,
  allowed_domains          text[] NOT NULL,
  features                 jsonb NOT NULL DEFAULT '{}',
  integrations             jsonb NOT NULL DEFAULT '{}',
  identity_verification    boolean NOT NULL DEFAULT false,
  ticket_statuses          text[] NOT NULL,
  ticket_types             text[] NOT NULL,
  helpcenter               jsonb,
  request_limit_per_minute integer,
  created_by               text NOT NULL REFERENCES user_account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX project_api_token_key ON project (api_token);
CREATE INDEX project_organisation_id_id_idx ON project (organisation_id, id);
CREATE INDEX project_created_by_id_idx ON project (created_by, id);

CREATE TABLE project_member (
  project_id text NOT NULL REFERENCES project (id) ON DELETE CASCADE ON UPDATE CASCADE,
  user_id    text NOT NULL REFERENCES user_account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  role       text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX project_member_user_id_project_id_idx ON project_member (user_id, project_id);

CREATE TABLE service_account (
  project_id   text NOT NULL REFERENCES project (id) ON DELETE CASCADE ON UPDATE CASCADE,
  id           text NOT NULL,
  name         text NOT NULL,
  token_hash   text NOT NULL,
  created_by   text NOT NULL,
  last_used_at timestamptz(3),
  created_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at   timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX service_account_token_hash_key ON service_account (token_hash);

CREATE TABLE team (
  project_id text NOT NULL REFERENCES project (id) ON DELETE CASCADE ON UPDATE CASCADE,
  id         text NOT NULL,
  name       text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE signing_key (
  kid              text PRIMARY KEY,
  private_key      text,
  public_jwk       jsonb NOT NULL,
  created_at       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  retired_at       timestamptz(3),
  tokens_expire_at timestamptz(3)
);

CREATE TABLE outbox_event (
  seq          bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id           text NOT NULL UNIQUE,
  subject      text NOT NULL,
  project_id   text NOT NULL,
  aggregate_id text NOT NULL,
  payload      jsonb NOT NULL,
  headers      jsonb NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  stream_seq   bigint,
  stream_epoch text,
  published_at timestamptz(3)
);
CREATE INDEX outbox_event_published_at_seq_idx ON outbox_event (published_at, seq);

CREATE TABLE inbox_event (
  durable    text NOT NULL,
  event_id   text NOT NULL,
  handled_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (durable, event_id)
);

CREATE TABLE dead_letter (
  id           text PRIMARY KEY,
  durable      text NOT NULL,
  event_id     text NOT NULL,
  subject      text NOT NULL,
  project_id   text NOT NULL,
  aggregate_id text NOT NULL,
  payload      jsonb NOT NULL,
  headers      jsonb NOT NULL,
  error        text NOT NULL,
  attempts     integer NOT NULL,
  event_at     timestamptz(3) NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  replayed_at  timestamptz(3)
);
CREATE UNIQUE INDEX dead_letter_durable_event_id_key ON dead_letter (durable, event_id);

CREATE TABLE mail_job (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  project_id text NOT NULL,
  aggregate_id text,
  mail jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mail_job_due ON mail_job (COALESCE(lease_until, next_attempt_at)) WHERE status IN ('pending', 'sending');
CREATE INDEX mail_job_aggregate ON mail_job (project_id, aggregate_id, seq);
CREATE INDEX mail_job_done ON mail_job (COALESCE(sent_at, created_at)) WHERE status IN ('sent', 'failed');
