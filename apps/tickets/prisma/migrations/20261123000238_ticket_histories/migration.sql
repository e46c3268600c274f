ALTER TABLE "ticket" ADD COLUMN     "composed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "external_id" TEXT COLLATE "C",
ADD COLUMN     "rated_at" TIMESTAMPTZ(3),
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- When older ratings changed last is not known; it was no later than the ticket's last change.
UPDATE ticket SET rated_at = updated_at WHERE conversation_rating IS NOT NULL;

CREATE UNIQUE INDEX ticket_external_id ON ticket (project_id, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE "sla_clock" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "ticket_id" TEXT COLLATE "C" NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "sla_clock_pkey" PRIMARY KEY ("project_id","id")
);

CREATE INDEX "sla_clock_project_id_ticket_id_id_idx" ON "sla_clock"("project_id", "ticket_id", "id");

-- An identifier as the services make them: the time, and what makes it unique.
CREATE FUNCTION sla_clock_id(at timestamptz) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 12)
$$;

CREATE FUNCTION sla_clock_time(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Clocks that run already: they started no later than they were seen last.
INSERT INTO sla_clock (project_id, id, ticket_id, started_at, due_at, outcome)
SELECT project_id, sla_clock_id(started_at), id, started_at, sla_due_at,
       CASE WHEN sla_breached THEN 'breached' ELSE 'running' END
  FROM (SELECT t.*, least(coalesce(last_response_contact, created_at), sla_due_at) AS started_at
          FROM ticket t WHERE sla_due_at IS NOT NULL) running;

-- Every writer of a ticket sets sla_due_at by its own rules; what that means for the clock is decided here once. A reply of a
-- person sets last_response_admin and updated_at to its own time and takes sla_due_at away. One that comes too late before
-- the breach was noticed is a breach too, unless the ticket was no work at the time.
CREATE FUNCTION sla_clock_follow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  clock sla_clock;
  verb text;
BEGIN
  IF TG_OP = 'INSERT' OR OLD.sla_due_at IS NULL THEN
    INSERT INTO sla_clock (project_id, id, ticket_id, started_at, due_at, outcome)
      VALUES (NEW.project_id, sla_clock_id(NEW.updated_at), NEW.id, NEW.updated_at, NEW.sla_due_at,
              CASE WHEN NEW.sla_breached THEN 'breached' ELSE 'running' END)
      RETURNING * INTO clock;
    verb := 'sla_started';
  ELSIF NEW.sla_due_at IS NOT NULL THEN
    UPDATE sla_clock SET due_at = NEW.sla_due_at, outcome = CASE WHEN NEW.sla_breached THEN 'breached' ELSE outcome END
     WHERE project_id = NEW.project_id AND ticket_id = NEW.id AND ended_at IS NULL RETURNING * INTO clock;
    -- Who marks a ticket as overdue tells of it with the ticket.
    IF NEW.sla_due_at <> OLD.sla_due_at THEN verb := 'sla_started'; END IF;
  ELSE
    UPDATE sla_clock SET
      ended_at = NEW.updated_at,
      answered_at = CASE WHEN NEW.last_response_admin = NEW.updated_at THEN NEW.updated_at END,
      outcome = CASE
        WHEN outcome = 'breached' THEN 'breached'
        WHEN NEW.last_response_admin IS DISTINCT FROM NEW.updated_at THEN 'ended'
        WHEN NEW.updated_at < due_at THEN 'met'
        WHEN OLD.status <> 'DONE' AND NOT OLD.archived AND NOT OLD.hidden AND NOT OLD.is_spam THEN 'breached'
        ELSE 'ended' END
     WHERE project_id = NEW.project_id AND ticket_id = NEW.id AND ended_at IS NULL RETURNING * INTO clock;
    verb := CASE WHEN clock.outcome = 'met' THEN 'sla_met' ELSE 'sla_ended' END;
  END IF;
  IF clock.id IS NOT NULL AND verb IS NOT NULL THEN
    INSERT INTO outbox_event (id, subject, project_id, aggregate_id, payload, headers)
    VALUES (sla_clock_id(now()), 'tickets.v1.ticket.' || verb, NEW.project_id, NEW.id,
      jsonb_build_object('history', jsonb_build_object('ticketId', NEW.id,
        'updatedAt', sla_clock_time(NEW.updated_at), 'clocks', jsonb_build_array(jsonb_strip_nulls(
        jsonb_build_object('id', clock.id, 'startedAt', sla_clock_time(clock.started_at),
          'dueAt', sla_clock_time(clock.due_at), 'outcome', clock.outcome, 'endedAt', sla_clock_time(clock.ended_at),
          'answeredAt', sla_clock_time(clock.answered_at)))))), '{}');
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER sla_clock_started AFTER INSERT ON ticket FOR EACH ROW
  WHEN (NEW.sla_due_at IS NOT NULL) EXECUTE FUNCTION sla_clock_follow();
CREATE TRIGGER sla_clock_changed AFTER UPDATE OF sla_due_at, sla_breached ON ticket FOR EACH ROW
  WHEN (OLD.sla_due_at IS DISTINCT FROM NEW.sla_due_at OR NEW.sla_breached AND NOT OLD.sla_breached)
  EXECUTE FUNCTION sla_clock_follow();
