CREATE INDEX ticket_listed_tracker ON ticket (project_id, id)
  WHERE is_tracker AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;

-- What listed feature requests are compared by. The vector lies beside the row, so that a scan of the signatures is short.
CREATE TABLE feature_request_vector (
  project_id text COLLATE "C" NOT NULL,
  ticket_id  text COLLATE "C" NOT NULL,
  model      text COLLATE "C" NOT NULL,
  signature  bit(1024) NOT NULL,
  vector     bytea NOT NULL,
  PRIMARY KEY (project_id, ticket_id)
);
ALTER TABLE feature_request_vector ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE INDEX feature_request_vector_model_idx ON feature_request_vector (model);

-- The latest search for duplicates of a project, and who is searching.
CREATE TABLE duplicate_scan (
  project_id  text COLLATE "C" NOT NULL PRIMARY KEY,
  groups      jsonb NOT NULL DEFAULT '[]',
  scanned_at  timestamptz(3),
  runner      text,
  lease_until timestamptz(3)
);

-- Marks a feature request whose vector is to be made, renewed or removed, in the transaction of the change.
CREATE FUNCTION feature_request_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed ticket;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  INSERT INTO search_queue AS q (project_id, index_name, id)
    VALUES (changed.project_id, 'feature_requests', changed.id)
    ON CONFLICT (project_id, index_name, id) DO UPDATE SET
      seq = EXCLUDED.seq, changed_at = q.changed_at, applied = NULL, attempts = 0, retry_at = NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER feature_request_inserted AFTER INSERT ON ticket
  FOR EACH ROW WHEN (NEW.type = 'FEATURE_REQUEST') EXECUTE FUNCTION feature_request_changed();
CREATE TRIGGER feature_request_updated
  AFTER UPDATE OF type, title, description, plain_content, archived, hidden, is_spam, duplicate_of_id ON ticket
  FOR EACH ROW
  WHEN ((OLD.type = 'FEATURE_REQUEST' OR NEW.type = 'FEATURE_REQUEST')
    AND (OLD.type, OLD.title, OLD.description, OLD.plain_content, OLD.archived, OLD.hidden, OLD.is_spam, OLD.duplicate_of_id)
    IS DISTINCT FROM
      (NEW.type, NEW.title, NEW.description, NEW.plain_content, NEW.archived, NEW.hidden, NEW.is_spam, NEW.duplicate_of_id))
  EXECUTE FUNCTION feature_request_changed();
CREATE TRIGGER feature_request_deleted AFTER DELETE ON ticket
  FOR EACH ROW WHEN (OLD.type = 'FEATURE_REQUEST') EXECUTE FUNCTION feature_request_changed();

INSERT INTO search_queue (project_id, index_name, id)
  SELECT project_id, 'feature_requests', id FROM ticket
   WHERE type = 'FEATURE_REQUEST' AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL
  ON CONFLICT DO NOTHING;
