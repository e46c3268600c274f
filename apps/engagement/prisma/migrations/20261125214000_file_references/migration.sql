-- Which uploaded files a row names: its expression index answers who names a file, its trigger says when a row stops.
-- A file is `<project>/<id>`, the beginning of its key, as it stands in its public address.
CREATE FUNCTION files_in(texts text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  whole text := array_to_string(texts, ' ');
BEGIN
  -- Most rows name none: a search for a fixed text is much faster than the expression. A key by itself names its file, too.
  IF strpos(whole, '/files/') = 0 AND whole !~ '^[0-9a-f]{24}/' THEN RETURN '{}'; END IF;
  RETURN ARRAY(
    SELECT DISTINCT hit[1]
    FROM regexp_matches(whole, '(?:^|/files/)([0-9a-f]{24}/[A-Za-z0-9_-]{32})/', 'g') AS hit);
END $$;

CREATE TABLE "released_file" (
    "seq" BIGSERIAL NOT NULL,
    "file" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "released_file_pkey" PRIMARY KEY ("seq")
);
CREATE INDEX "released_file_due_at_idx" ON "released_file"("due_at");

-- Notes the files that a row named and does not name any more. Only files of the row's own project: nobody can have
-- another's file deleted by naming it. A request that names the file at the same moment has 15 s to commit.
CREATE FUNCTION release_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  after jsonb := CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(NEW) ELSE '{}' END;
  project text := CASE TG_TABLE_NAME WHEN 'project' THEN before ->> 'id' ELSE before ->> 'project_id' END;
BEGIN
  INSERT INTO released_file (file, due_at)
  SELECT file, clock_timestamp() + interval '15 seconds'
  FROM unnest(files_in(ARRAY(SELECT before ->> name FROM unnest(TG_ARGV) AS name))) AS file
  WHERE file <> ALL (files_in(ARRAY(SELECT after ->> name FROM unnest(TG_ARGV) AS name)))
    AND (project IS NULL OR starts_with(file, project || '/'));
  RETURN NULL;
END $$;

CREATE INDEX "item_files_idx" ON "item" USING gin (files_in(ARRAY["subject"::text, "message"::text, "config"::text, "data"::text, "sender"::text])) WHERE files_in(ARRAY["subject"::text, "message"::text, "config"::text, "data"::text, "sender"::text]) <> '{}';
CREATE TRIGGER release_files AFTER DELETE OR UPDATE OF "subject", "message", "config", "data", "sender" ON "item" FOR EACH ROW
  WHEN (files_in(ARRAY[OLD."subject"::text, OLD."message"::text, OLD."config"::text, OLD."data"::text, OLD."sender"::text]) <> '{}') EXECUTE FUNCTION release_files('subject', 'message', 'config', 'data', 'sender');
