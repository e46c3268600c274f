/**
 * The tables of the PostgreSQL adapter and of the queue of changes, for a service's migration. `btree_gin` is a trusted extension:
 * any user who may create objects in the database may create it.
 */
export const searchTablesSql = `
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
`;

/** Only the words of a document's first field. */
export const titleTerms = `ts_filter(terms, '{a}')`;

/** Additional objects for an index with `titleFirst`. */
export const searchTitlesSql = `
CREATE INDEX search_document_titles ON search_document USING gin (project_id, (${titleTerms})) WITH (fastupdate = off);
`;
