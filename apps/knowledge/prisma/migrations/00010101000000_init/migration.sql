CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A source of knowledge, or a part of one: an article, an entry, a page, a file of a repository.
CREATE TABLE document (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  organisation_id text COLLATE "C" NOT NULL,
  owner_type      text COLLATE "C" NOT NULL,
  owner_id        text COLLATE "C" NOT NULL,
  key             text COLLATE "C" NOT NULL,
  source_type     text COLLATE "C" NOT NULL,
  source_id       text COLLATE "C" NOT NULL,
  texts           json NOT NULL,
  texts_hash      text COLLATE "C" NOT NULL,
  tags            text[],
  is_internal     boolean NOT NULL,
  is_hidden       boolean NOT NULL,
  audience        jsonb NOT NULL,
  collection_id   text COLLATE "C",
  status          text COLLATE "C" NOT NULL,
  error           text,
  passages        integer NOT NULL,
  indexed_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX document_key ON document (project_id, owner_type, owner_id, key);
CREATE INDEX document_source ON document (project_id, source_type, source_id);
CREATE INDEX document_tags ON document USING gin (project_id, tags);

-- Wide: read by its key alone.
CREATE TABLE passage (
  project_id   text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  document_id  text COLLATE "C" NOT NULL,
  position     integer NOT NULL,
  lang         text COLLATE "C",
  title        text NOT NULL,
  url          text,
  start_second integer,
  content      text NOT NULL,
  hash         text COLLATE "C" NOT NULL,
  vector       bytea,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, document_id) REFERENCES document (project_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
);
ALTER TABLE passage ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE INDEX passage_document ON passage (project_id, document_id, position);

-- Narrow: a search by vectors reads all rows of a project.
CREATE TABLE passage_vector (
  project_id  text COLLATE "C" NOT NULL,
  passage_id  text COLLATE "C" NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  model       text COLLATE "C" NOT NULL,
  signature   bit(1024) NOT NULL,
  PRIMARY KEY (project_id, passage_id),
  FOREIGN KEY (project_id, passage_id) REFERENCES passage (project_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX passage_vector_model ON passage_vector (model, project_id, document_id);

-- Documents whose passages are to be made.
CREATE TABLE index_mark (
  project_id  text COLLATE "C" NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  seq         bigserial NOT NULL,
  renew       boolean NOT NULL,
  changed_at  timestamptz(3) NOT NULL DEFAULT now(),
  attempts    integer NOT NULL DEFAULT 0,
  retry_at    timestamptz(3),
  PRIMARY KEY (project_id, document_id)
) WITH (fillfactor = 70);
CREATE INDEX index_mark_order ON index_mark (seq);

CREATE TABLE reindexing (
  project_id text COLLATE "C" NOT NULL,
  total      integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id)
);

-- What another service has that is to be read: articles and tickets.
CREATE TABLE source_mark (
  project_id text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  seq        bigserial NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  attempts   integer NOT NULL DEFAULT 0,
  retry_at   timestamptz(3),
  PRIMARY KEY (project_id, kind, id)
) WITH (fillfactor = 70);
CREATE INDEX source_mark_order ON source_mark (kind, seq);

-- How far what existed before the first start is taken over.
CREATE TABLE takeover (
  kind          text COLLATE "C" NOT NULL,
  after_project text COLLATE "C" NOT NULL,
  after_id      text COLLATE "C" NOT NULL,
  done_at       timestamptz(3),
  PRIMARY KEY (kind)
);
INSERT INTO takeover (kind, after_project, after_id) VALUES ('article', '', ''), ('faq', '', ''), ('ticket', '', '');

CREATE TABLE content (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  organisation_id text COLLATE "C" NOT NULL,
  content_id      text COLLATE "C" NOT NULL,
  type            text COLLATE "C" NOT NULL,
  title           text NOT NULL,
  content         json NOT NULL,
  format          text NOT NULL,
  lang            text,
  tags            text[],
  batch_id        text COLLATE "C",
  read_more_url   text,
  read_more_label text,
  is_internal     boolean NOT NULL,
  origin          text NOT NULL,
  ticket_id       text,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX content_key ON content (project_id, content_id);
CREATE INDEX content_newest ON content (project_id, created_at DESC, id DESC);
CREATE INDEX content_batch ON content (project_id, batch_id);

-- Accepted suggestions that were made an entry once, whatever became of it.
CREATE TABLE taken_faq (
  project_id text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, id)
);

-- Vectors of tickets: part 0 is of title and description, part 1 of all that is public.
CREATE TABLE ticket_vector (
  project_id text COLLATE "C" NOT NULL,
  ticket_id  text COLLATE "C" NOT NULL,
  part       smallint NOT NULL,
  session_id text COLLATE "C",
  hash       text COLLATE "C" NOT NULL,
  model      text COLLATE "C" NOT NULL,
  signature  bit(1024) NOT NULL,
  vector     bytea NOT NULL,
  PRIMARY KEY (project_id, ticket_id, part)
);
ALTER TABLE ticket_vector ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE INDEX ticket_vector_model ON ticket_vector (model, project_id, ticket_id);
CREATE INDEX ticket_vector_session ON ticket_vector (project_id, session_id);

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

CREATE TABLE request_effect (
  effect_id  text NOT NULL,
  method     text NOT NULL,
  response   text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (effect_id, method)
);
CREATE INDEX request_effect_created_at_idx ON request_effect (created_at);
