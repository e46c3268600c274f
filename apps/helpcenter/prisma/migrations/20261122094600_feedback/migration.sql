CREATE TABLE article_feedback (
  project_id text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  article_id text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C",
  visitor    text COLLATE "C",
  vote       text COLLATE "C" NOT NULL,
  comment    text,
  language   text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX article_feedback_latest ON article_feedback (project_id, article_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX article_feedback_contact_key ON article_feedback (project_id, contact_id, article_id)
  WHERE contact_id IS NOT NULL;
CREATE UNIQUE INDEX article_feedback_visitor_key ON article_feedback (project_id, article_id, visitor)
  WHERE visitor IS NOT NULL;
CREATE INDEX article_feedback_digest ON article_feedback (created_at) WHERE visitor IS NOT NULL;

CREATE TABLE article_view (
  project_id text COLLATE "C" NOT NULL,
  article_id text COLLATE "C" NOT NULL,
  visitor    text COLLATE "C" NOT NULL,
  viewed_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, article_id, visitor)
);
CREATE INDEX article_view_age ON article_view (viewed_at);

-- A deleted article takes its feedback along.
CREATE FUNCTION article_feedback_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM article_feedback b USING former f WHERE b.project_id = f.project_id AND b.article_id = f.id;
  RETURN NULL;
END $$;
CREATE TRIGGER article_feedback_deleted AFTER DELETE ON article
  REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION article_feedback_deleted();
