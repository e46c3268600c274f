-- Sums that answer how many there are of the tickets with a tag, and of those created or changed since a time, over long periods. A month
-- and a day are those of UTC, a month is named by its first day.

-- A process of the version before may be writing facts: what it wrote after the sums were made and before their triggers are there
-- would never be counted.
LOCK TABLE fact IN SHARE ROW EXCLUSIVE MODE;

-- By what tickets are told apart by. One that is not known is left out: until all are, tickets are asked.
CREATE TABLE trait_month (
  project_id text COLLATE "C" NOT NULL,
  figure     smallint NOT NULL,
  trait_id   integer NOT NULL,
  month      date NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, figure, trait_id, month)
) WITH (fillfactor = 80);

-- By the day on which the ticket was created.
CREATE TABLE created_month (
  project_id text COLLATE "C" NOT NULL,
  figure     smallint NOT NULL,
  created    date NOT NULL,
  month      date NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, figure, created, month)
) WITH (fillfactor = 80);

-- Adds what has changed to these sums, or takes it off. Called by triggers with 1 or -1. Work is not summed up, because its tickets are
-- counted once.
CREATE FUNCTION trait_sums_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := TG_ARGV[0];
BEGIN
  IF current_setting('parley.sums_later', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO trait_month AS m
    SELECT f.project_id, c.figure, f.trait_id, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, sign * count(*)
      FROM changed f JOIN class_figure c ON NOT c.is_time AND c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
     WHERE f.trait_id IS NOT NULL AND c.kind < 1000 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, figure, trait_id, month) DO UPDATE SET count = m.count + excluded.count;
  INSERT INTO created_month AS m
    SELECT f.project_id, c.figure, (f.ticket_created_at AT TIME ZONE 'UTC')::date,
           date_trunc('month', f.at AT TIME ZONE 'UTC')::date, sign * count(*)
      FROM changed f JOIN class_figure c ON NOT c.is_time AND c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
     WHERE f.ticket_created_at IS NOT NULL AND c.kind < 1000 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, figure, created, month) DO UPDATE SET count = m.count + excluded.count;
  RETURN NULL;
END $$;

-- Makes these sums of a project, or of all, from its facts. There are few groups, which the planner cannot know.
CREATE FUNCTION make_trait_sums(project text) RETURNS void LANGUAGE plpgsql SET enable_sort = off AS $$
BEGIN
  DELETE FROM trait_month WHERE project IS NULL OR project_id = project;
  DELETE FROM created_month WHERE project IS NULL OR project_id = project;
  INSERT INTO trait_month
    SELECT f.project_id, c.figure, f.trait_id, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, count(*)
      FROM fact f JOIN class_figure c ON NOT c.is_time AND c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
     WHERE f.trait_id IS NOT NULL AND c.kind < 1000 AND (project IS NULL OR f.project_id = project) GROUP BY 1, 2, 3, 4;
  INSERT INTO created_month
    SELECT f.project_id, c.figure, (f.ticket_created_at AT TIME ZONE 'UTC')::date,
           date_trunc('month', f.at AT TIME ZONE 'UTC')::date, count(*)
      FROM fact f JOIN class_figure c ON NOT c.is_time AND c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
     WHERE f.ticket_created_at IS NOT NULL AND c.kind < 1000 AND (project IS NULL OR f.project_id = project) GROUP BY 1, 2, 3, 4;
END $$;

SELECT make_trait_sums(NULL);

CREATE TRIGGER trait_sums_come AFTER INSERT ON fact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION trait_sums_changed('1');
CREATE TRIGGER trait_sums_gone AFTER DELETE ON fact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION trait_sums_changed('-1');
-- Facts of earlier versions are given their traits.
CREATE TRIGGER trait_sums_before AFTER UPDATE ON fact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION trait_sums_changed('-1');
CREATE TRIGGER trait_sums_now AFTER UPDATE ON fact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION trait_sums_changed('1');

-- Whoever makes the sums of people of a project, as an earlier version does at the end of a build, makes these too.
CREATE OR REPLACE FUNCTION make_person_sums(project text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_sums_of_people(project);
  PERFORM make_class_sums(project);
  PERFORM make_trait_sums(project);
END $$;

-- Tickets by how long they have lived until their last change, in buckets: those that were created before a time and changed since are
-- found in a short stretch of each bucket.
CREATE INDEX ticket_lived ON ticket (project_id, wide_bucket((extract(epoch FROM updated_at - created_at) * 1000)::bigint), updated_at)
  INCLUDE (created_at, id);
-- Times that another program told wrong.
CREATE INDEX ticket_changed_before ON ticket (project_id, created_at) WHERE updated_at < created_at;
