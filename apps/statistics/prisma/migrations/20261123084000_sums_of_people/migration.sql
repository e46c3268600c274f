-- Sums of what each person did in a month, so that the team list of a long period reads no facts but at its ends. A month is
-- named by its first day in UTC, no team by ''.

-- A process of the version before may be writing facts: what it wrote after the sums were made and before their triggers are there
-- would never be counted.
LOCK TABLE fact IN SHARE ROW EXCLUSIVE MODE;

-- 0 for no time, then 4 for each doubling: wide, so that there are few; what lies in one is read by fact_person_ms.
CREATE FUNCTION wide_bucket(ms bigint) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN ms < 1 THEN 0 ELSE 1 + floor(4 * ln(ms::float8) / ln(2::float8)) END::smallint
$$;

-- By figure: closes, replies, assignments and work. The last two know the month of the one before of the same person in the
-- same ticket, so that tickets are counted once in any period.
CREATE TABLE person_month (
  project_id text COLLATE "C" NOT NULL,
  figure     smallint NOT NULL,
  user_id    text COLLATE "C" NOT NULL,
  team_id    text COLLATE "C" NOT NULL,
  month      date NOT NULL,
  previous   date NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, figure, user_id, team_id, month, previous)
) WITH (fillfactor = 80);

-- How durations are spread: reply times, first responses, replies after an assignment and last closes.
CREATE TABLE person_spread (
  project_id text COLLATE "C" NOT NULL,
  figure     smallint NOT NULL,
  working    boolean NOT NULL,
  user_id    text COLLATE "C" NOT NULL,
  team_id    text COLLATE "C" NOT NULL,
  month      date NOT NULL,
  bucket     smallint NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, figure, working, user_id, team_id, month, bucket)
) WITH (fillfactor = 80);

-- Which facts are of these figures; a flag of 0 means all of a kind.
CREATE VIEW person_figure AS
SELECT * FROM (VALUES
  (4::smallint, 190::smallint, 8, false), (6, 180, 0, false), (21, 40, 0, false), (22, 1000, 0, false),
  (7, 180, 32, true), (8, 180, 1, true), (19, 1010, 0, true), (20, 190, 16, true)
) AS f (figure, kind, flag, is_time);

-- While sums are made of all facts at the end of a transaction, parley.sums_later is on.
CREATE FUNCTION person_sums_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  IF current_setting('parley.sums_later', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO person_month AS m
    SELECT f.project_id, p.figure, f.user_id, COALESCE(f.team_id, ''), date_trunc('month', f.at AT TIME ZONE 'UTC')::date,
           COALESCE(date_trunc('month', f.previous_own_at AT TIME ZONE 'UTC')::date, '-infinity'), sign * count(*)
      FROM changed f JOIN person_figure p ON NOT p.is_time AND p.kind = f.kind AND (p.flag = 0 OR f.flags & p.flag <> 0)
     WHERE f.user_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (project_id, figure, user_id, team_id, month, previous) DO UPDATE SET count = m.count + excluded.count;
  INSERT INTO person_spread AS s
    SELECT f.project_id, p.figure, t.working, f.user_id, COALESCE(f.team_id, ''),
           date_trunc('month', f.at AT TIME ZONE 'UTC')::date, wide_bucket(t.ms), sign * count(*)
      FROM changed f JOIN person_figure p ON p.is_time AND p.kind = f.kind AND (p.flag = 0 OR f.flags & p.flag <> 0)
     CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
     WHERE f.user_id IS NOT NULL AND t.ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (project_id, figure, working, user_id, team_id, month, bucket) DO UPDATE SET count = s.count + excluded.count;
  RETURN NULL;
END $$;

-- Makes the sums of a project, or of all, from its facts.
CREATE FUNCTION make_person_sums(project text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM person_month WHERE project IS NULL OR project_id = project;
  DELETE FROM person_spread WHERE project IS NULL OR project_id = project;
  INSERT INTO person_month
    SELECT f.project_id, p.figure, f.user_id, COALESCE(f.team_id, ''), date_trunc('month', f.at AT TIME ZONE 'UTC')::date,
           COALESCE(date_trunc('month', f.previous_own_at AT TIME ZONE 'UTC')::date, '-infinity'), count(*)
      FROM fact f JOIN person_figure p ON NOT p.is_time AND p.kind = f.kind AND (p.flag = 0 OR f.flags & p.flag <> 0)
     WHERE f.user_id IS NOT NULL AND (project IS NULL OR f.project_id = project) GROUP BY 1, 2, 3, 4, 5, 6;
  INSERT INTO person_spread
    SELECT f.project_id, p.figure, t.working, f.user_id, COALESCE(f.team_id, ''),
           date_trunc('month', f.at AT TIME ZONE 'UTC')::date, wide_bucket(t.ms), count(*)
      FROM fact f JOIN person_figure p ON p.is_time AND p.kind = f.kind AND (p.flag = 0 OR f.flags & p.flag <> 0)
     CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
     WHERE f.user_id IS NOT NULL AND t.ms IS NOT NULL AND (project IS NULL OR f.project_id = project)
     GROUP BY 1, 2, 3, 4, 5, 6, 7;
END $$;

SELECT make_person_sums(NULL);

-- Facts are told once: what these sums are made of is never updated.
CREATE TRIGGER person_sums_come AFTER INSERT ON fact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION person_sums_changed();
CREATE TRIGGER person_sums_gone AFTER DELETE ON fact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION person_sums_changed();

-- The middle of a person's durations is read where it lies.
CREATE INDEX fact_person_ms ON fact (project_id, kind, user_id, ms) INCLUDE (at, flags, team_id)
  WHERE kind IN (180, 190, 1010) AND ms IS NOT NULL;
CREATE INDEX fact_person_work_ms ON fact (project_id, kind, user_id, work_ms) INCLUDE (at, flags, team_id)
  WHERE kind IN (180, 190, 1010) AND work_ms IS NOT NULL;
-- Assignments are few, and the ones before are asked of them as of work.
CREATE INDEX fact_assignment ON fact (project_id, kind, at)
  INCLUDE (user_id, team_id, ticket_id, trait_id, ticket_created_at, previous_own_at) WHERE kind = 40;
-- Assignments and work by the ones before, which tell tickets that are counted already.
CREATE INDEX fact_again ON fact (project_id, kind, previous_own_at) INCLUDE (at, user_id, team_id)
  WHERE kind IN (40, 1000) AND previous_own_at IS NOT NULL;
