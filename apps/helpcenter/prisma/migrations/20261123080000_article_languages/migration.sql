-- The languages of an article, made anew only by statements that write its texts: reading the texts of 5,000 articles three
-- times was half of what a change of audience over them took.
ALTER TABLE article ADD COLUMN languages text[]
  GENERATED ALWAYS AS (article_languages(title, plain_content)) STORED;

CREATE OR REPLACE FUNCTION article_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO article_reach
  SELECT project_id, id, collection_id,
         article_audience(target_audience, base_audience_filter, extended_audience_filter), languages
    FROM made WHERE NOT is_draft;
  INSERT INTO search_queue AS q (project_id, index_name, id)
  SELECT m.project_id, 'articles', m.id || '_' || language
    FROM made m, unnest(m.languages) AS language ORDER BY 1, 3
  ON CONFLICT (project_id, index_name, id) DO UPDATE SET
    seq = EXCLUDED.seq,
    changed_at = CASE WHEN q.applied IS NULL THEN q.changed_at ELSE EXCLUDED.changed_at END,
    applied = NULL, attempts = 0, retry_at = NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION article_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM article_reach r USING made m
   WHERE r.project_id = m.project_id AND r.article_id = m.id AND m.is_draft;
  INSERT INTO article_reach AS r
  SELECT project_id, id, collection_id,
         article_audience(target_audience, base_audience_filter, extended_audience_filter), languages
    FROM made WHERE NOT is_draft ORDER BY project_id, id
  ON CONFLICT (project_id, article_id) DO UPDATE SET
    collection_id = EXCLUDED.collection_id, audience = EXCLUDED.audience, languages = EXCLUDED.languages
    WHERE (r.collection_id, r.audience, r.languages)
          IS DISTINCT FROM (EXCLUDED.collection_id, EXCLUDED.audience, EXCLUDED.languages);
  INSERT INTO search_queue AS q (project_id, index_name, id)
  SELECT DISTINCT m.project_id, 'articles', m.id || '_' || language
    FROM made m JOIN former f ON f.project_id = m.project_id AND f.id = m.id,
         unnest(f.languages || m.languages) AS language
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

CREATE OR REPLACE FUNCTION article_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM article_reach r USING former f WHERE r.project_id = f.project_id AND r.article_id = f.id;
  INSERT INTO search_queue AS q (project_id, index_name, id)
  SELECT f.project_id, 'articles', f.id || '_' || language
    FROM former f, unnest(f.languages) AS language ORDER BY 1, 3
  ON CONFLICT (project_id, index_name, id) DO UPDATE SET
    seq = EXCLUDED.seq,
    changed_at = CASE WHEN q.applied IS NULL THEN q.changed_at ELSE EXCLUDED.changed_at END,
    applied = NULL, attempts = 0, retry_at = NULL;
  RETURN NULL;
END $$;
