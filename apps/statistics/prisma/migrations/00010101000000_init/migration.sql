CREATE TABLE ticket (
  project_id text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  bug_id     integer NOT NULL,
  title      text,
  type       text COLLATE "C" NOT NULL,
  status     text COLLATE "C" NOT NULL,
  priority   text COLLATE "C" NOT NULL,
  tags       text[] COLLATE "C",
  channel    text COLLATE "C",
  outbound   text COLLATE "C",
  contact_id text COLLATE "C",
  user_id    text COLLATE "C",
  team_id    text COLLATE "C",
  listed     boolean NOT NULL,
  queued     boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
) WITH (fillfactor = 80);
CREATE INDEX ticket_project_id_contact_id_idx ON ticket (project_id, contact_id);
CREATE INDEX ticket_project_id_created_at_idx ON ticket (project_id, created_at);
-- What is looked at now: tickets that lists show, by what they are counted by.
CREATE INDEX ticket_listed ON ticket (project_id, status) INCLUDE (type, user_id, team_id, queued) WHERE listed;

CREATE TABLE ticket_story (
  project_id text COLLATE "C" NOT NULL,
  ticket_id  text COLLATE "C" NOT NULL,
  story      jsonb NOT NULL,
  PRIMARY KEY (project_id, ticket_id)
) WITH (fillfactor = 80);

CREATE TABLE fact (
  project_id      text COLLATE "C" NOT NULL,
  kind            smallint NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  at              timestamptz(3) NOT NULL,
  ticket_id       text COLLATE "C",
  user_id         text COLLATE "C",
  team_id         text COLLATE "C",
  actor_type      text COLLATE "C",
  actor_id        text COLLATE "C",
  flags           smallint NOT NULL,
  ms              bigint,
  work_ms         bigint,
  value           double precision,
  previous_at     timestamptz(3),
  previous_own_at timestamptz(3),
  contact_id      text COLLATE "C",
  extra           jsonb,
  PRIMARY KEY (project_id, kind, source_id)
);
CREATE INDEX fact_project_id_ticket_id_idx ON fact (project_id, ticket_id);
-- Figures are answered from this index alone.
CREATE INDEX fact_figure ON fact (project_id, kind, at)
  INCLUDE (flags, ms, work_ms, value, user_id, team_id, ticket_id) WHERE kind < 1000;
-- First responses, first closes and first assignments are few among replies, changes of status and assignments.
CREATE INDEX fact_first ON fact (project_id, kind, at)
  INCLUDE (flags, ms, work_ms, value, user_id, team_id, ticket_id) WHERE kind IN (40, 180, 190) AND flags & 1 <> 0;
CREATE INDEX fact_work ON fact (project_id, kind, at)
  INCLUDE (user_id, team_id, ticket_id, previous_at, previous_own_at, ms, work_ms) WHERE kind >= 1000;
-- Raw data, newest first.
CREATE INDEX fact_raw ON fact (project_id, at, kind, source_id) WHERE kind < 1000;
-- Who wrote, so that a contact that is deleted is found in the tickets of others.
CREATE INDEX fact_author ON fact (project_id, actor_id) WHERE actor_type = 'contact';
CREATE INDEX fact_contact ON fact (project_id, contact_id) WHERE contact_id IS NOT NULL;

CREATE TABLE fact_quarter (
  project_id text COLLATE "C" NOT NULL,
  figure     smallint NOT NULL,
  quarter    timestamptz(0) NOT NULL,
  count      bigint NOT NULL,
  PRIMARY KEY (project_id, figure, quarter)
) WITH (fillfactor = 80);

CREATE TABLE fact_spread (
  project_id text COLLATE "C" NOT NULL,
  figure     smallint NOT NULL,
  working    boolean NOT NULL,
  day        date NOT NULL,
  bucket     smallint NOT NULL,
  count      bigint NOT NULL,
  total      bigint NOT NULL,
  PRIMARY KEY (project_id, figure, working, day, bucket)
) WITH (fillfactor = 80);

CREATE TABLE work_stretch (
  project_id text COLLATE "C" NOT NULL,
  user_id    text COLLATE "C" NOT NULL,
  stretch    integer NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, user_id, stretch)
) WITH (fillfactor = 80);

CREATE TABLE mail (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  outbound        text COLLATE "C" NOT NULL,
  contact_id      text COLLATE "C",
  domain          text COLLATE "C",
  sent_at         timestamptz(3),
  opened_at       timestamptz(3),
  client          text COLLATE "C",
  clicked_at      timestamptz(3),
  bounced_at      timestamptz(3),
  bounce_type     text COLLATE "C",
  code            text COLLATE "C",
  reason          text,
  unsubscribed_at timestamptz(3),
  PRIMARY KEY (project_id, id)
) WITH (fillfactor = 80);
CREATE INDEX mail_project_id_sent_at_idx ON mail (project_id, sent_at);
CREATE INDEX mail_project_id_contact_id_idx ON mail (project_id, contact_id);

CREATE TABLE person (
  project_id   text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  email        text,
  first_name   text,
  last_name    text,
  image_url    text,
  user_type    text NOT NULL,
  is_member    boolean NOT NULL,
  is_available boolean NOT NULL,
  seen_at      timestamptz(3),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX person_id_idx ON person (id);

CREATE TABLE team (
  project_id text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  deleted    boolean NOT NULL,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE team_hours (
  project_id text COLLATE "C" NOT NULL,
  team_id    text COLLATE "C" NOT NULL,
  since      timestamptz(3) NOT NULL,
  hours      jsonb NOT NULL,
  PRIMARY KEY (project_id, team_id, since)
);

CREATE TABLE article (
  project_id text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  title      text NOT NULL,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE gone (
  project_id text COLLATE "C" NOT NULL,
  digest     text COLLATE "C" NOT NULL,
  at         timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, digest)
);
CREATE INDEX gone_at_idx ON gone (at);

CREATE TABLE build (
  project_id   text COLLATE "C" NOT NULL,
  requested_at timestamptz(3),
  position     text COLLATE "C" NOT NULL,
  lease_until  timestamptz(3),
  started_at   timestamptz(3),
  built_at     timestamptz(3),
  PRIMARY KEY (project_id)
);
CREATE INDEX build_requested_at_idx ON build (requested_at);

CREATE TABLE beginning (
  what text COLLATE "C" NOT NULL,
  at   timestamptz(3) NOT NULL,
  PRIMARY KEY (what)
);

CREATE TABLE stale_ticket (
  project_id text COLLATE "C" NOT NULL,
  ticket_id  text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, ticket_id)
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
