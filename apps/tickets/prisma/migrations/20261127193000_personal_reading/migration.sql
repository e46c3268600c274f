-- Without a default: tickets of before count as read by everyone, and no row is written again.
ALTER TABLE "ticket" ADD COLUMN     "news_id" TEXT COLLATE "C",
ADD COLUMN     "news_author_id" TEXT COLLATE "C";

CREATE TABLE "ticket_read" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "ticket_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "news_id" TEXT COLLATE "C" NOT NULL,
    "is_unread" BOOLEAN NOT NULL,

    CONSTRAINT "ticket_read_pkey" PRIMARY KEY ("project_id","ticket_id","user_id")
);

CREATE INDEX "ticket_read_project_id_user_id_idx" ON "ticket_read"("project_id", "user_id");

-- The tickets that may be unread for a person.
CREATE INDEX ticket_news ON ticket (project_id, last_activity, id)
  WHERE news_id IS NOT NULL AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;

-- Everyone counts as having read a closed ticket, except those who marked it as unread. So what is kept does not grow with the
-- closed tickets.
CREATE FUNCTION read_closed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ticket_read r WHERE r.project_id = NEW.project_id AND r.ticket_id = NEW.id AND NOT r.is_unread;
  NEW.news_id := CASE WHEN EXISTS (
    SELECT FROM ticket_read r WHERE r.project_id = NEW.project_id AND r.ticket_id = NEW.id) THEN '' END;
  RETURN NEW;
END $$;

CREATE TRIGGER read_closed_ticket BEFORE UPDATE OF status ON ticket FOR EACH ROW
  WHEN (NEW.status = 'DONE' AND OLD.status <> 'DONE' AND NEW.news_id IS NOT NULL) EXECUTE FUNCTION read_closed_ticket();
