CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE contact (
  project_id         text NOT NULL,
  id                 text NOT NULL,
  organisation_id    text NOT NULL,
  svc_id             text NOT NULL,
  user_id            text,
  -- Compared byte by byte, so that one index serves equality, beginnings and order.
  email              text COLLATE "C",
  name               text,
  phone              text,
  avatar             text,
  lang               text,
  company_id         text,
  company_name       text,
  plan               text,
  value              double precision,
  sla                double precision,
  tags               text[] NOT NULL,
  custom_data        jsonb,
  location           jsonb,
  platform           text,
  device_type        text,
  first_activity     timestamptz(3) NOT NULL,
  last_activity      timestamptz(3) NOT NULL,
  last_heard_from    timestamptz(3),
  last_page_view     jsonb,
  sessions           integer NOT NULL,
  unsubscribed       boolean NOT NULL,
  unsubscribed_at    timestamptz(3),
  unsubscribe_reason text,
  blocked            boolean NOT NULL,
  outbound_history   jsonb,
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  version            integer NOT NULL,
  search_text        text NOT NULL,
  deleted_at         timestamptz(3),
  purge_after        timestamptz(3),
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX contact_user_id_key ON contact (project_id, user_id) WHERE user_id IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX contact_svc_id_key ON contact (project_id, svc_id);

-- Orders of the list, over all contacts and over its types.
CREATE INDEX contact_created_at ON contact (project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_users ON contact (project_id, created_at, id) WHERE deleted_at IS NULL AND user_id IS NOT NULL;
CREATE INDEX contact_guests ON contact (project_id, created_at, id) WHERE deleted_at IS NULL AND user_id IS NULL;
CREATE INDEX contact_unsubscribed ON contact (project_id, created_at, id) WHERE deleted_at IS NULL AND unsubscribed;
CREATE INDEX contact_blocked ON contact (project_id, created_at, id) WHERE deleted_at IS NULL AND blocked;
CREATE INDEX contact_updated_at ON contact (project_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_last_activity ON contact (project_id, last_activity, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_last_heard_from ON contact (project_id, last_heard_from DESC NULLS LAST, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_value ON contact (project_id, value DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX contact_email ON contact (project_id, email, last_activity, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_name ON contact (project_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_company ON contact (project_id, company_id) INCLUDE (last_activity)
  WHERE deleted_at IS NULL AND company_id IS NOT NULL;

-- Filters on everything else: each column is looked up by itself, and what is found is intersected. New entries wait in a
-- list that every look-up reads, so it is kept short.
CREATE INDEX contact_attributes ON contact
  USING gin (project_id, tags, custom_data jsonb_path_ops, plan, sla, lang, phone, company_name, platform, device_type)
  WITH (gin_pending_list_limit = 256) WHERE deleted_at IS NULL;

-- Search: substrings of the five fields and the names of the fields that a contact has; beginnings of fields.
CREATE INDEX contact_search ON contact
  USING gin (project_id, search_text gin_trgm_ops, (array_remove(ARRAY[
    CASE WHEN user_id IS NOT NULL THEN 'userId' END,
    CASE WHEN email IS NOT NULL THEN 'email' END,
    CASE WHEN name IS NOT NULL THEN 'name' END,
    CASE WHEN phone IS NOT NULL THEN 'phone' END,
    CASE WHEN avatar IS NOT NULL THEN 'avatar' END,
    CASE WHEN lang IS NOT NULL THEN 'lang' END,
    CASE WHEN company_id IS NOT NULL THEN 'companyId' END,
    CASE WHEN company_name IS NOT NULL THEN 'companyName' END,
    CASE WHEN plan IS NOT NULL THEN 'plan' END,
    CASE WHEN value IS NOT NULL THEN 'value' END,
    CASE WHEN sla IS NOT NULL THEN 'sla' END,
    CASE WHEN custom_data IS NOT NULL THEN 'customData' END,
    CASE WHEN location IS NOT NULL THEN 'location' END,
    CASE WHEN platform IS NOT NULL THEN 'platform' END,
    CASE WHEN device_type IS NOT NULL THEN 'deviceType' END,
    CASE WHEN last_heard_from IS NOT NULL THEN 'lastHeardFrom' END,
    CASE WHEN last_page_view IS NOT NULL THEN 'lastPageView' END,
    CASE WHEN unsubscribed_at IS NOT NULL THEN 'unsubscribedAt' END,
    CASE WHEN unsubscribe_reason IS NOT NULL THEN 'unsubscribeReason' END,
    CASE WHEN outbound_history IS NOT NULL THEN 'outboundHistory' END,
    CASE WHEN cardinality(tags) > 0 THEN 'tags' END
  ], NULL)))
  WITH (gin_pending_list_limit = 256)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_name_start ON contact (project_id, lower(name) text_pattern_ops) WHERE deleted_at IS NULL;
CREATE INDEX contact_user_id_start ON contact (project_id, lower(user_id) text_pattern_ops) WHERE deleted_at IS NULL;

-- Deleted contacts whose traces are still to be removed.
CREATE INDEX contact_purge ON contact (purge_after) WHERE deleted_at IS NOT NULL;

CREATE TABLE company (
  project_id      text NOT NULL,
  company_id      text NOT NULL,
  id              text NOT NULL,
  organisation_id text NOT NULL,
  name            text,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, company_id)
);
CREATE UNIQUE INDEX company_project_id_id_key ON company (project_id, id);

CREATE TABLE identity_history (
  project_id text NOT NULL,
  contact_id text NOT NULL,
  id         text NOT NULL,
  at         timestamptz(3) NOT NULL,
  changes    jsonb NOT NULL,
  "by"       jsonb NOT NULL,
  PRIMARY KEY (project_id, contact_id, id),
  FOREIGN KEY (project_id, contact_id) REFERENCES contact (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
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
