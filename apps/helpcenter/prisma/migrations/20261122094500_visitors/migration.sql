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

-- What visitors may see of published articles, kept by triggers so that no write of articles, however many rows it has, can
-- forget it. Narrow, because a visitor's counts read all rows of a project.
CREATE TABLE article_reach (
  project_id    text COLLATE "C" NOT NULL,
  article_id    text COLLATE "C" NOT NULL,
  collection_id text COLLATE "C" NOT NULL,
  audience      text COLLATE "C" NOT NULL,
  languages     text[],
  PRIMARY KEY (project_id, article_id)
);
CREATE INDEX article_reach_audience ON article_reach (project_id, audience, collection_id, article_id);

-- Languages under which a title or a content has a text, as they are compared: pt_BR is pt-br.
CREATE FUNCTION article_languages(title jsonb, plain_content jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT lower(replace(texts.key, '_', '-'))), '{}')
    FROM (SELECT * FROM jsonb_each_text(title) UNION ALL SELECT * FROM jsonb_each_text(plain_content)) texts
   WHERE texts.value ~ '\S'
$$;

-- The same for articles that the same conditions hold for.
CREATE FUNCTION article_audience(target text, base jsonb, extended jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT md5(target || ' ' || base::text || ' ' || extended::text)
$$;

INSERT INTO article_reach
SELECT project_id, id, collection_id,
       article_audience(target_audience, base_audience_filter, extended_audience_filter),
       article_languages(title, plain_content)
  FROM article WHERE NOT is_draft;

CREATE FUNCTION article_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_reach
  SELECT project_id, id, collection_id,
         article_audience(target_audience, base_audience_filter, extended_audience_filter),
         article_languages(title, plain_content)
    FROM made WHERE NOT is_draft;
  INSERT INTO search_queue AS q (project_id, index_name, id)
  SELECT m.project_id, 'articles', m.id || '_' || language
    FROM made m, unnest(article_languages(m.title, m.plain_content)) AS language ORDER BY 1, 3
  ON CONFLICT (project_id, index_name, id) DO UPDATE SET
    seq = EXCLUDED.seq,
    changed_at = CASE WHEN q.applied IS NULL THEN q.changed_at ELSE EXCLUDED.changed_at END,
    applied = NULL, attempts = 0, retry_at = NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION article_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM article_reach r USING made m
   WHERE r.project_id = m.project_id AND r.article_id = m.id AND m.is_draft;
  INSERT INTO article_reach AS r
  SELECT project_id, id, collection_id,
         article_audience(target_audience, base_audience_filter, extended_audience_filter),
         article_languages(title, plain_content)
    FROM made WHERE NOT is_draft ORDER BY project_id, id
  ON CONFLICT (project_id, article_id) DO UPDATE SET
    collection_id = EXCLUDED.collection_id, audience = EXCLUDED.audience, languages = EXCLUDED.languages
    WHERE (r.collection_id, r.audience, r.languages)
          IS DISTINCT FROM (EXCLUDED.collection_id, EXCLUDED.audience, EXCLUDED.languages);
  INSERT INTO search_queue AS q (project_id, index_name, id)
  SELECT DISTINCT m.project_id, 'articles', m.id || '_' || language
    FROM made m JOIN former f ON f.project_id = m.project_id AND f.id = m.id,
         unnest(article_languages(f.title, f.plain_content) || article_languages(m.title, m.plain_content)) AS language
   WHERE (f.is_draft, f.target_audience, f.base_audience_filter, f.extended_audience_filter, f.tags, f.title,
          f.description, f.plain_content)
         IS DISTINCT FROM
         (m.is_draft, m.target_audience, m.base_audience_filter, m.extended_audience_filter, m.tags, m.title,
          m.description, m.plain_content)
   ORDER BY 1, 3
  ON CONFLICT (project_id, index_name, id) DO UPDATE SET
    seq = EXCLUDED.seq,
    changed_at = CASE WHEN q.applied IS NULL THEN q.changed_at ELSE EXCLUDED.changed_at END,
    applied = NULL, attempts = 0, retry_at = NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION article_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM article_reach r USING former f WHERE r.project_id = f.project_id AND r.article_id = f.id;
  INSERT INTO search_queue AS q (project_id, index_name, id)
  SELECT f.project_id, 'articles', f.id || '_' || language
    FROM former f, unnest(article_languages(f.title, f.plain_content)) AS language ORDER BY 1, 3
  ON CONFLICT (project_id, index_name, id) DO UPDATE SET
    seq = EXCLUDED.seq,
    changed_at = CASE WHEN q.applied IS NULL THEN q.changed_at ELSE EXCLUDED.changed_at END,
    applied = NULL, attempts = 0, retry_at = NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER article_created AFTER INSERT ON article
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION article_created();
CREATE TRIGGER article_changed AFTER UPDATE ON article
  REFERENCING OLD TABLE AS former NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION article_changed();
CREATE TRIGGER article_deleted AFTER DELETE ON article
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION article_deleted();
