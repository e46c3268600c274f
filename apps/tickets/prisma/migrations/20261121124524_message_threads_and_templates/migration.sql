-- How far the contact and the team have read a ticket: the highest index of a message that each has read.
ALTER TABLE ticket
  ADD COLUMN contact_read_index integer NOT NULL DEFAULT 0,
  ADD COLUMN team_read_index    integer NOT NULL DEFAULT 0;
UPDATE ticket
   SET contact_read_index = CASE WHEN session_notifications_unread THEN 0 ELSE message_count END,
       team_read_index = CASE WHEN notifications_unread THEN 0 ELSE message_count END
 WHERE message_count > 0;

-- The replies of a thread, oldest first.
CREATE INDEX message_thread ON message (project_id, reply_to_id, id) WHERE reply_to_id IS NOT NULL;

-- Marks for search, of messages that many statements touch at once: those that are deleted, and those of a ticket that
-- becomes findable or ceases to be. Whoever writes a message marks it in its own statement.
CREATE FUNCTION message_search_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_queue AS q (project_id, index_name, id)
    SELECT project_id, 'messages', id FROM gone ORDER BY project_id, id
    ON CONFLICT (project_id, index_name, id) DO UPDATE SET
      seq = EXCLUDED.seq,
      changed_at = CASE WHEN q.applied IS NULL THEN q.changed_at ELSE EXCLUDED.changed_at END,
      applied = NULL, attempts = 0, retry_at = NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION message_search_ticket_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_queue AS q (project_id, index_name, id)
    SELECT m.project_id, 'messages', m.id FROM message m
     WHERE m.project_id = NEW.project_id
       AND (m.ticket_id = NEW.id OR m.ticket_id IN (
         SELECT d.id FROM ticket d WHERE d.project_id = NEW.project_id AND d.duplicate_of_id = NEW.id))
     ORDER BY m.id
    ON CONFLICT (project_id, index_name, id) DO UPDATE SET
      seq = EXCLUDED.seq,
      changed_at = CASE WHEN q.applied IS NULL THEN q.changed_at ELSE EXCLUDED.changed_at END,
      applied = NULL, attempts = 0, retry_at = NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER message_search_deleted AFTER DELETE ON message
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION message_search_deleted();
CREATE TRIGGER message_search_ticket_changed AFTER UPDATE OF hidden, is_spam, duplicate_of_id ON ticket
  FOR EACH ROW WHEN ((OLD.hidden, OLD.is_spam, OLD.duplicate_of_id)
    IS DISTINCT FROM (NEW.hidden, NEW.is_spam, NEW.duplicate_of_id))
  EXECUTE FUNCTION message_search_ticket_changed();

-- Questions and answers that the team accepted for the knowledge base, kept for it to read.
CREATE TABLE accepted_faq (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  organisation_id text COLLATE "C" NOT NULL,
  question        text NOT NULL,
  answer          text NOT NULL,
  ticket_id       text COLLATE "C" NOT NULL,
  actor           jsonb NOT NULL,
  accepted_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Prepared answers.
CREATE TABLE message_template (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  organisation_id text COLLATE "C" NOT NULL,
  title           text NOT NULL,
  content         jsonb NOT NULL,
  plain_content   text NOT NULL,
  search_text     text NOT NULL,
  is_public       boolean NOT NULL,
  user_ids        text[] NOT NULL,
  team_ids        text[] NOT NULL,
  tags            text[] NOT NULL,
  ticket_types    text[] NOT NULL,
  attachments     jsonb NOT NULL,
  actions         jsonb NOT NULL,
  lexorank        text COLLATE "C" NOT NULL,
  created_by      text COLLATE "C" NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX message_template_project_id_lexorank_id_idx ON message_template (project_id, lexorank, id);
-- Filters by tag and by words, whole or in part.
CREATE INDEX message_template_found ON message_template
  USING gin (project_id, tags, search_text gin_trgm_ops);
