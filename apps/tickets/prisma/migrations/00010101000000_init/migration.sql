CREATE EXTENSION IF NOT EXISTS btree_gin;

-- What this service keeps of other services' records, so that documents and mails need no call.
CREATE TABLE contact_reference (
  project_id   text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  email        text,
  name         text,
  user_id      text,
  avatar       text,
  phone        text,
  company_id   text,
  unsubscribed boolean NOT NULL DEFAULT false,
  sla          double precision,
  version      double precision NOT NULL,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE user_reference (
  project_id        text COLLATE "C" NOT NULL,
  id                text COLLATE "C" NOT NULL,
  email             text,
  first_name        text,
  last_name         text,
  profile_image_url text,
  user_type         text NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX user_reference_id_idx ON user_reference (id);

CREATE TABLE team_reference (
  project_id text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  PRIMARY KEY (project_id, id)
);

CREATE TABLE ticket (
  project_id                   text COLLATE "C" NOT NULL,
  id                           text COLLATE "C" NOT NULL,
  organisation_id              text COLLATE "C" NOT NULL,
  bug_id                       integer NOT NULL,
  title                        text,
  description                  text,
  content                      jsonb,
  plain_content                text,
  type                         text NOT NULL,
  status                       text NOT NULL,
  priority                     smallint NOT NULL,
  tags                         text[] NOT NULL DEFAULT '{}',
  session_id                   text COLLATE "C",
  session_ids                  text[] NOT NULL DEFAULT '{}',
  processing_user_id           text COLLATE "C",
  processing_team_id           text COLLATE "C",
  mention_ids                  text[] NOT NULL DEFAULT '{}',
  linked_ticket_ids            text[] NOT NULL DEFAULT '{}',
  duplicate_of_id              text COLLATE "C",
  duplicates_count             integer NOT NULL DEFAULT 0,
  upvotes                      jsonb NOT NULL DEFAULT '[]',
  upvotes_count                integer NOT NULL DEFAULT 0,
  score                        double precision,
  due_date                     timestamptz(3),
  snoozed_until                timestamptz(3),
  snoozed_from                 text,
  first_response               timestamptz(3),
  sla_due_at                   timestamptz(3),
  sla_breached                 boolean NOT NULL DEFAULT false,
  is_tracker                   boolean NOT NULL DEFAULT false,
  archived                     boolean NOT NULL DEFAULT false,
  archived_at                  timestamptz(3),
  hidden                       boolean NOT NULL DEFAULT false,
  is_spam                      boolean NOT NULL DEFAULT false,
  no_human_interaction         boolean NOT NULL DEFAULT false,
  conversation_closed          boolean NOT NULL DEFAULT false,
  conversation_rating          double precision,
  share_token                  text NOT NULL,
  secret_share_token           text NOT NULL,
  mail_token                   text NOT NULL,
  lexorank                     text,
  latest_comment               text,
  latest_public_comment        text,
  last_notification            timestamptz(3),
  last_response_contact        timestamptz(3),
  last_response_admin          timestamptz(3),
  notifications_unread         boolean NOT NULL DEFAULT false,
  session_notifications_unread boolean NOT NULL DEFAULT false,
  has_agent_reply              boolean NOT NULL DEFAULT false,
  first_assignment_at          timestamptz(3),
  queued                       boolean NOT NULL DEFAULT false,
  queued_at                    timestamptz(3),
  outbound                     text,
  attachments                  jsonb NOT NULL DEFAULT '[]',
  sentiment                    text,
  ai_summary                   text,
  company_id                   text,
  is_silent                    boolean NOT NULL DEFAULT false,
  manually_added               boolean NOT NULL DEFAULT false,
  prevent_auto_reply           boolean NOT NULL DEFAULT false,
  tracker_ticket_id            text COLLATE "C",
  last_activity                timestamptz(3) NOT NULL,
  created_at                   timestamptz(3) NOT NULL,
  updated_at                   timestamptz(3) NOT NULL,
  extra                        jsonb NOT NULL DEFAULT '{}',
  logs                         jsonb,
  message_count                integer NOT NULL DEFAULT 0,
  last_mail_id                 text,
  PRIMARY KEY (project_id, id),
  -- A contact cannot be forgotten while a ticket of it is being written.
  CONSTRAINT ticket_session_fkey FOREIGN KEY (project_id, session_id)
    REFERENCES contact_reference (project_id, id) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX ticket_project_id_bug_id_key ON ticket (project_id, bug_id);
CREATE INDEX ticket_project_id_last_activity_id_idx ON ticket (project_id, last_activity, id);
CREATE INDEX ticket_project_id_updated_at_id_idx ON ticket (project_id, updated_at, id);
CREATE INDEX ticket_project_id_created_at_idx ON ticket (project_id, created_at);
CREATE INDEX ticket_listed_type_status ON ticket (project_id, type, status, id)
  WHERE NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_listed_status ON ticket (project_id, status, id)
  WHERE NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_listed_type ON ticket (project_id, type, id)
  WHERE NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_listed_priority ON ticket (project_id, priority, id)
  WHERE NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
CREATE INDEX ticket_archived ON ticket (project_id, id) WHERE archived;
CREATE INDEX ticket_hidden ON ticket (project_id, id) WHERE hidden;
CREATE INDEX ticket_spam ON ticket (project_id, id) WHERE is_spam;
CREATE INDEX ticket_processing_user ON ticket (project_id, processing_user_id, id) WHERE processing_user_id IS NOT NULL;
CREATE INDEX ticket_processing_team ON ticket (project_id, processing_team_id, id) WHERE processing_team_id IS NOT NULL;
CREATE INDEX ticket_session ON ticket (project_id, session_id, id) WHERE session_id IS NOT NULL;
CREATE INDEX ticket_company ON ticket (project_id, company_id, last_activity) WHERE company_id IS NOT NULL;
CREATE INDEX ticket_due_date ON ticket (project_id, due_date, id) WHERE due_date IS NOT NULL;
CREATE INDEX ticket_duplicate_of ON ticket (project_id, duplicate_of_id) WHERE duplicate_of_id IS NOT NULL;
CREATE INDEX ticket_tracker ON ticket (project_id, tracker_ticket_id) WHERE tracker_ticket_id IS NOT NULL;
CREATE INDEX ticket_unread ON ticket (project_id, id) WHERE notifications_unread;
CREATE INDEX ticket_snoozed_until ON ticket (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX ticket_sla_running ON ticket (sla_due_at) WHERE sla_due_at IS NOT NULL AND NOT sla_breached;
CREATE INDEX ticket_inside ON ticket USING gin (project_id, tags, session_ids, mention_ids, extra jsonb_path_ops);

-- The running number of a project's tickets. Raised in the statement that inserts, so that a failed insert leaves no gap.
CREATE TABLE ticket_sequence (
  project_id text COLLATE "C" NOT NULL PRIMARY KEY,
  value      integer NOT NULL
) WITH (fillfactor = 50);

-- How many listed tickets a project has per type and status; kept by the triggers below.
CREATE TABLE ticket_count (
  project_id text COLLATE "C" NOT NULL,
  type       text COLLATE "C" NOT NULL,
  status     text COLLATE "C" NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, type, status)
) WITH (fillfactor = 50);

-- Every writer takes the rows of ticket_count in the order of their key, so that two of them never wait for each other.
CREATE FUNCTION ticket_count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_count AS c (project_id, type, status, count)
    SELECT project_id, type, status, count(*) FROM changed
     WHERE NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL
     GROUP BY 1, 2, 3 ORDER BY project_id, type COLLATE "C", status COLLATE "C"
    ON CONFLICT (project_id, type, status) DO UPDATE SET count = c.count + EXCLUDED.count;
  RETURN NULL;
END $$;

CREATE FUNCTION ticket_count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_count AS c (project_id, type, status, count)
    SELECT project_id, type, status, -count(*) FROM changed
     WHERE NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL
     GROUP BY 1, 2, 3 ORDER BY project_id, type COLLATE "C", status COLLATE "C"
    ON CONFLICT (project_id, type, status) DO UPDATE SET count = c.count + EXCLUDED.count;
  DELETE FROM ticket_count c
   USING (SELECT DISTINCT project_id, type, status FROM changed) gone
   WHERE c.project_id = gone.project_id AND c.type = gone.type AND c.status = gone.status AND c.count = 0;
  RETURN NULL;
END $$;

CREATE FUNCTION ticket_count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_count AS c (project_id, type, status, count)
    SELECT project_id, type, status, sum(change)
      FROM (SELECT OLD.project_id, OLD.type, OLD.status, -1 AS change
             WHERE NOT OLD.archived AND NOT OLD.hidden AND NOT OLD.is_spam AND OLD.duplicate_of_id IS NULL
            UNION ALL
            SELECT NEW.project_id, NEW.type, NEW.status, 1
             WHERE NOT NEW.archived AND NOT NEW.hidden AND NOT NEW.is_spam AND NEW.duplicate_of_id IS NULL) v
     GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY project_id, type COLLATE "C", status COLLATE "C"
    ON CONFLICT (project_id, type, status) DO UPDATE SET count = c.count + EXCLUDED.count;
  DELETE FROM ticket_count c
   WHERE c.project_id = OLD.project_id AND c.type = OLD.type AND c.status = OLD.status AND c.count = 0;
  RETURN NULL;
END $$;

CREATE TRIGGER ticket_count_inserted AFTER INSERT ON ticket
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ticket_count_inserted();
CREATE TRIGGER ticket_count_deleted AFTER DELETE ON ticket
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ticket_count_deleted();
-- At the commit, so that the row of a count is not locked while a transaction goes on.
CREATE CONSTRAINT TRIGGER ticket_count_updated
  AFTER UPDATE OF type, status, archived, hidden, is_spam, duplicate_of_id ON ticket
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.type, OLD.status, OLD.archived, OLD.hidden, OLD.is_spam, OLD.duplicate_of_id IS NULL)
    IS DISTINCT FROM (NEW.type, NEW.status, NEW.archived, NEW.hidden, NEW.is_spam, NEW.duplicate_of_id IS NULL))
  EXECUTE FUNCTION ticket_count_updated();

CREATE TABLE message (
  project_id         text COLLATE "C" NOT NULL,
  id                 text COLLATE "C" NOT NULL,
  organisation_id    text COLLATE "C" NOT NULL,
  ticket_id          text COLLATE "C" NOT NULL,
  index              integer NOT NULL,
  type               text NOT NULL,
  is_note            boolean NOT NULL DEFAULT false,
  bot                boolean NOT NULL DEFAULT false,
  user_id            text COLLATE "C",
  session_id         text COLLATE "C",
  content            jsonb,
  plain_content      text,
  data               jsonb,
  attachments        jsonb NOT NULL DEFAULT '[]',
  actions            jsonb NOT NULL DEFAULT '[]',
  channel            jsonb,
  reply_to_id        text COLLATE "C",
  fallback_user      jsonb,
  reactions          jsonb NOT NULL DEFAULT '[]',
  thread_count       integer NOT NULL DEFAULT 0,
  rating             text,
  status             jsonb,
  status_history     jsonb NOT NULL DEFAULT '[]',
  outbound           text,
  email_id           text,
  client_mutation_id text,
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX message_project_id_ticket_id_index_key ON message (project_id, ticket_id, index);
CREATE UNIQUE INDEX message_project_id_ticket_id_client_mutation_id_key
  ON message (project_id, ticket_id, client_mutation_id);
CREATE INDEX message_project_id_ticket_id_id_idx ON message (project_id, ticket_id, id);
CREATE INDEX message_project_id_type_id_idx ON message (project_id, type, id);
CREATE INDEX message_user ON message (project_id, user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX message_session ON message (project_id, session_id, id) WHERE session_id IS NOT NULL;

CREATE TABLE ticket_history (
  project_id text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  ticket_id  text COLLATE "C" NOT NULL,
  at         timestamptz(3) NOT NULL,
  actor      jsonb NOT NULL,
  field      text NOT NULL,
  from_value jsonb,
  to_value   jsonb,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX ticket_history_project_id_ticket_id_id_idx ON ticket_history (project_id, ticket_id, id);

-- Events: outbox, inbox, dead letters.
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

-- Mails to send.
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

-- Search: the PostgreSQL index and the queue of changes.
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE search_document (
  project_id text COLLATE "C" NOT NULL,
  index_name text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  terms tsvector NOT NULL,
  text jsonb NOT NULL,
  attributes jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, index_name, id)
);
CREATE INDEX search_document_terms ON search_document USING gin (project_id, terms) WITH (fastupdate = off);

CREATE TABLE search_term (
  project_id text COLLATE "C" NOT NULL,
  index_name text COLLATE "C" NOT NULL,
  term text COLLATE "C" NOT NULL,
  documents integer NOT NULL,
  deletions integer[],
  PRIMARY KEY (project_id, index_name, term)
) WITH (fillfactor = 70);
CREATE INDEX search_term_deletions ON search_term USING gin (deletions) WITH (fastupdate = off);

CREATE TABLE search_queue (
  project_id text COLLATE "C" NOT NULL,
  index_name text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  seq bigserial NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  applied bigint,
  attempts integer NOT NULL DEFAULT 0,
  retry_at timestamptz,
  PRIMARY KEY (project_id, index_name, id)
) WITH (fillfactor = 70);
CREATE INDEX search_queue_order ON search_queue (index_name, seq);
