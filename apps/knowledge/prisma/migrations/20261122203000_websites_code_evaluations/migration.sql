-- Websites, with the crawl that runs or ran last.
CREATE TABLE website (
  project_id       text COLLATE "C" NOT NULL,
  id               text COLLATE "C" NOT NULL,
  organisation_id  text COLLATE "C" NOT NULL,
  url              text NOT NULL,
  url_key          text COLLATE "C" NOT NULL,
  mode             text NOT NULL,
  include_paths    text[],
  exclude_paths    text[],
  max_pages        integer NOT NULL,
  tags             text[],
  lang             text,
  is_internal      boolean NOT NULL,
  schedule         text NOT NULL,
  status           text NOT NULL,
  error            text,
  last_crawled_at  timestamptz(3),
  next_crawl_at    timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  crawl            integer NOT NULL,
  is_open          boolean NOT NULL,
  start_url        text,
  robots           text,
  sitemaps_read    boolean NOT NULL,
  names_missing    boolean NOT NULL,
  named            integer NOT NULL,
  refused          integer NOT NULL,
  host             text COLLATE "C" NOT NULL,
  lease            text COLLATE "C",
  attempts         integer NOT NULL,
  due_at           timestamptz(3),
  PRIMARY KEY (project_id, id)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX website_url ON website (project_id, url_key);
CREATE INDEX website_due ON website (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX website_held ON website (host) WHERE lease IS NOT NULL;

-- Addresses of a website: what became of them, and which are still to be asked for in this crawl.
CREATE TABLE website_page (
  project_id    text COLLATE "C" NOT NULL,
  website_id    text COLLATE "C" NOT NULL,
  id            text COLLATE "C" NOT NULL,
  url           text COLLATE "C" NOT NULL,
  title         text NOT NULL,
  status        text,
  reason        text,
  http_status   integer,
  crawled_at    timestamptz(3),
  etag          text,
  last_modified text,
  text_hash     text COLLATE "C",
  has_text      boolean NOT NULL,
  links         text[],
  depth         integer NOT NULL,
  seq           bigserial NOT NULL,
  seen          integer NOT NULL,
  done          integer NOT NULL,
  PRIMARY KEY (project_id, website_id, id),
  FOREIGN KEY (project_id, website_id) REFERENCES website (project_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX website_page_url ON website_page (project_id, website_id, url);
CREATE INDEX website_page_waiting ON website_page (project_id, website_id, seq) WHERE done < seen;
CREATE INDEX website_page_text ON website_page (project_id, website_id, text_hash);

-- Repositories of code; `version` is the archive that answers.
CREATE TABLE repository (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  organisation_id text COLLATE "C" NOT NULL,
  name            text COLLATE "C" NOT NULL,
  status          text NOT NULL,
  error           text,
  files           integer NOT NULL,
  skipped         integer NOT NULL,
  version         integer NOT NULL,
  next_version    integer NOT NULL,
  file_key        text COLLATE "C",
  created_by      text NOT NULL,
  indexed_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  lease           text COLLATE "C",
  attempts        integer NOT NULL,
  due_at          timestamptz(3),
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX repository_name ON repository (project_id, name);
CREATE INDEX repository_due ON repository (due_at) WHERE due_at IS NOT NULL;

-- Names in a repository that no answer may hold.
CREATE TABLE repository_word (
  project_id    text COLLATE "C" NOT NULL,
  name          text COLLATE "C" NOT NULL,
  repository_id text COLLATE "C" NOT NULL,
  version       integer NOT NULL,
  PRIMARY KEY (project_id, name, repository_id, version)
);
CREATE INDEX repository_word_version ON repository_word (project_id, repository_id, version);

-- Parts of source files that a model may read, and nobody else.
CREATE TABLE code_excerpt (
  project_id    text COLLATE "C" NOT NULL,
  id            text COLLATE "C" NOT NULL,
  repository_id text COLLATE "C" NOT NULL,
  version       integer NOT NULL,
  content       text NOT NULL,
  terms         tsvector NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX code_excerpt_version ON code_excerpt (project_id, repository_id, version);
CREATE INDEX code_excerpt_terms ON code_excerpt USING gin (project_id, terms);

-- Uploaded archives that are to be deleted.
CREATE TABLE archive_discard (
  file_key   text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (file_key)
);

CREATE TABLE agent_eval (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  organisation_id text COLLATE "C" NOT NULL,
  ticket_id       text COLLATE "C" NOT NULL,
  session_id      text COLLATE "C",
  verdict         text NOT NULL,
  description     text NOT NULL,
  question        text NOT NULL,
  answer          text,
  created_by      text NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX agent_eval_newest ON agent_eval (project_id, created_at DESC, id DESC);
CREATE INDEX agent_eval_ticket ON agent_eval (project_id, ticket_id);
CREATE INDEX agent_eval_session ON agent_eval (project_id, session_id);

CREATE TABLE eval_dataset (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  organisation_id text COLLATE "C" NOT NULL,
  name            text COLLATE "C" NOT NULL,
  description     text,
  case_count      integer NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX eval_dataset_name ON eval_dataset (project_id, name);

CREATE TABLE eval_case (
  project_id       text COLLATE "C" NOT NULL,
  dataset_id       text COLLATE "C" NOT NULL,
  id               text COLLATE "C" NOT NULL,
  question         text NOT NULL,
  lang             text,
  internally       boolean NOT NULL,
  scope            jsonb,
  expected_facts   text[],
  forbidden_facts  text[],
  expected_sources text[],
  expect_answer    boolean NOT NULL,
  eval_id          text COLLATE "C",
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, dataset_id, id),
  FOREIGN KEY (project_id, dataset_id) REFERENCES eval_dataset (project_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
);

CREATE TABLE eval_run (
  project_id      text COLLATE "C" NOT NULL,
  dataset_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  name            text,
  status          text NOT NULL,
  total           integer NOT NULL,
  completed       integer NOT NULL,
  mode            text,
  embedding_model text,
  scores          jsonb,
  previous_run    text COLLATE "C",
  regressions     text[],
  improvements    text[],
  created_at      timestamptz(3) NOT NULL,
  started_at      timestamptz(3),
  finished_at     timestamptz(3),
  lease           text COLLATE "C",
  attempts        integer NOT NULL,
  due_at          timestamptz(3),
  PRIMARY KEY (project_id, dataset_id, id),
  FOREIGN KEY (project_id, dataset_id) REFERENCES eval_dataset (project_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
) WITH (fillfactor = 70);
CREATE INDEX eval_run_due ON eval_run (due_at) WHERE due_at IS NOT NULL;

-- Cases of a run as they were when it began, with what became of them.
CREATE TABLE eval_result (
  project_id text COLLATE "C" NOT NULL,
  dataset_id text COLLATE "C" NOT NULL,
  run_id     text COLLATE "C" NOT NULL,
  position   integer NOT NULL,
  case_id    text COLLATE "C" NOT NULL,
  asked      json NOT NULL,
  result     json,
  passed     boolean,
  PRIMARY KEY (project_id, dataset_id, run_id, position),
  FOREIGN KEY (project_id, dataset_id, run_id) REFERENCES eval_run (project_id, dataset_id, id) ON DELETE CASCADE ON UPDATE RESTRICT
);
