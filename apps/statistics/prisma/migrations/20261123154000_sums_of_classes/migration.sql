-- Sums that answer figures of a part of the tickets over long periods. The class of a ticket is its type, priority, channel and
-- outbound; none is ''. A month is named by its first day in UTC.

-- A process of the version before may be writing facts: what it wrote after the sums were made and before their triggers are there
-- would never be counted. Facts come first, as they do for whoever writes them, so that nobody waits for the other.
LOCK TABLE fact IN SHARE ROW EXCLUSIVE MODE;

-- By figure; of work on tickets also by the month of the work before in the same ticket, so that tickets are counted once in any
-- period.
CREATE TABLE class_month (
  project_id text COLLATE "C" NOT NULL,
  figure     smallint NOT NULL,
  month      date NOT NULL,
  type       text COLLATE "C" NOT NULL,
  priority   text COLLATE "C" NOT NULL,
  channel    text COLLATE "C" NOT NULL,
  outbound   text COLLATE "C" NOT NULL,
  previous   date NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, figure, month, type, priority, channel, outbound, previous)
) WITH (fillfactor = 80);

-- How durations are spread.
CREATE TABLE class_spread (
  project_id text COLLATE "C" NOT NULL,
  figure     smallint NOT NULL,
  working    boolean NOT NULL,
  month      date NOT NULL,
  type       text COLLATE "C" NOT NULL,
  priority   text COLLATE "C" NOT NULL,
  channel    text COLLATE "C" NOT NULL,
  outbound   text COLLATE "C" NOT NULL,
  bucket     smallint NOT NULL,
  count      integer NOT NULL,
  total      bigint NOT NULL,
  PRIMARY KEY (project_id, figure, working, month, type, priority, channel, outbound, bucket)
) WITH (fillfactor = 80);

-- Which facts are of these figures; a flag of 0 means all of a kind.
CREATE VIEW class_figure AS
SELECT * FROM (VALUES
  (1::smallint, 60::smallint, 0, false), (2, 60, 2, false), (3, 60, 4, false), (4, 190, 8, false), (6, 180, 0, false),
  (9, 50, 0, false), (12, 160, 0, false), (13, 150, 0, false), (14, 140, 0, false), (15, 70, 0, false), (22, 1000, 0, false),
  (5, 190, 1, true), (7, 180, 32, true), (8, 180, 1, true), (10, 40, 1, true)
) AS f (figure, kind, flag, is_time);

-- Facts of work by stretches of 5 minutes and the team of the ticket; work_stretch has those of all teams together.
CREATE TABLE team_stretch (
  project_id text COLLATE "C" NOT NULL,
  user_id    text COLLATE "C" NOT NULL,
  team_id    text COLLATE "C" NOT NULL,
  stretch    integer NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, team_id, user_id, stretch)
) WITH (fillfactor = 80);

-- In how many stretches of a UTC day somebody worked, by team; all teams together are ''. A day is a number since 1970.
CREATE TABLE work_day (
  project_id text COLLATE "C" NOT NULL,
  user_id    text COLLATE "C" NOT NULL,
  team_id    text COLLATE "C" NOT NULL,
  day        integer NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (project_id, team_id, day, user_id)
) WITH (fillfactor = 80);

-- Adds what has changed to the sums of classes, or takes it off. Called by triggers with 1 or -1.
CREATE FUNCTION class_sums_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := TG_ARGV[0];
BEGIN
  IF current_setting('parley.sums_later', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO class_month AS m
    SELECT f.project_id, c.figure, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, COALESCE(r.type, ''),
           COALESCE(r.priority, ''), COALESCE(r.channel, ''), COALESCE(r.outbound, ''),
           COALESCE(date_trunc('month', f.previous_at AT TIME ZONE 'UTC')::date, '-infinity'), sign * count(*)
      FROM changed f JOIN class_figure c ON NOT c.is_time AND c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
      LEFT JOIN trait r ON r.id = f.trait_id
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (project_id, figure, month, type, priority, channel, outbound, previous)
       DO UPDATE SET count = m.count + excluded.count;
  INSERT INTO class_spread AS s
    SELECT f.project_id, c.figure, t.working, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, COALESCE(r.type, ''),
           COALESCE(r.priority, ''), COALESCE(r.channel, ''), COALESCE(r.outbound, ''), wide_bucket(t.ms), sign * count(*),
           sign * sum(t.ms)
      FROM changed f JOIN class_figure c ON c.is_time AND c.kind = f.kind AND f.flags & c.flag <> 0
      LEFT JOIN trait r ON r.id = f.trait_id
     CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
     WHERE t.ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (project_id, figure, working, month, type, priority, channel, outbound, bucket)
       DO UPDATE SET count = s.count + excluded.count, total = s.total + excluded.total;
  RETURN NULL;
END $$;

CREATE FUNCTION team_stretch_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := TG_ARGV[0];
BEGIN
  IF current_setting('parley.sums_later', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO team_stretch AS w
    SELECT project_id, user_id, team_id, floor(extract(epoch FROM at) / 300)::integer, sign * count(*)
      FROM changed WHERE kind = 1000 AND user_id IS NOT NULL AND team_id IS NOT NULL
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, team_id, user_id, stretch) DO UPDATE SET count = w.count + excluded.count;
  RETURN NULL;
END $$;

-- Stretches begin or cease to have work in them. Stretches of all teams have no column of a team, which the way over JSON allows for.
CREATE FUNCTION work_day_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_day AS d
    SELECT project_id, user_id, COALESCE(to_jsonb(come) ->> 'team_id', ''), stretch / 288, count(*) FROM come WHERE count > 0
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4, 2
    ON CONFLICT (project_id, team_id, day, user_id) DO UPDATE SET count = d.count + excluded.count;
  RETURN NULL;
END $$;

CREATE FUNCTION work_day_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_day AS d
    SELECT project_id, user_id, COALESCE(to_jsonb(gone) ->> 'team_id', ''), stretch / 288, -count(*) FROM gone WHERE count > 0
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4, 2
    ON CONFLICT (project_id, team_id, day, user_id) DO UPDATE SET count = d.count + excluded.count;
  RETURN NULL;
END $$;

CREATE FUNCTION work_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_day AS d
    SELECT project_id, user_id, team_id, stretch / 288, sum(sign)
      FROM (SELECT project_id, user_id, COALESCE(to_jsonb(gone) ->> 'team_id', '') AS team_id, stretch, -1 AS sign
              FROM gone WHERE count > 0
            UNION ALL
            SELECT project_id, user_id, COALESCE(to_jsonb(come) ->> 'team_id', ''), stretch, 1 FROM come WHERE count > 0) s
     GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0 ORDER BY 1, 3, 4, 2
    ON CONFLICT (project_id, team_id, day, user_id) DO UPDATE SET count = d.count + excluded.count;
  RETURN NULL;
END $$;

-- Makes the sums of classes and the stretches of teams of a project, or of all, from its facts. There are few groups, which the
-- planner cannot know: they are kept in hash tables, and nothing is sorted.
CREATE FUNCTION make_class_sums(project text) RETURNS void LANGUAGE plpgsql SET enable_sort = off AS $$
BEGIN
  DELETE FROM class_month WHERE project IS NULL OR project_id = project;
  DELETE FROM class_spread WHERE project IS NULL OR project_id = project;
  DELETE FROM team_stretch WHERE project IS NULL OR project_id = project;
  INSERT INTO class_month
    SELECT f.project_id, c.figure, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, COALESCE(r.type, ''),
           COALESCE(r.priority, ''), COALESCE(r.channel, ''), COALESCE(r.outbound, ''),
           COALESCE(date_trunc('month', f.previous_at AT TIME ZONE 'UTC')::date, '-infinity'), count(*)
      FROM fact f JOIN class_figure c ON NOT c.is_time AND c.kind = f.kind AND (c.flag = 0 OR f.flags & c.flag <> 0)
      LEFT JOIN trait r ON r.id = f.trait_id
     WHERE project IS NULL OR f.project_id = project GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
  INSERT INTO class_spread
    SELECT f.project_id, c.figure, t.working, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, COALESCE(r.type, ''),
           COALESCE(r.priority, ''), COALESCE(r.channel, ''), COALESCE(r.outbound, ''), wide_bucket(t.ms), count(*), sum(t.ms)
      FROM fact f JOIN class_figure c ON c.is_time AND c.kind = f.kind AND f.flags & c.flag <> 0
      LEFT JOIN trait r ON r.id = f.trait_id
     CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
     WHERE t.ms IS NOT NULL AND (project IS NULL OR f.project_id = project) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
  INSERT INTO team_stretch
    SELECT project_id, user_id, team_id, floor(extract(epoch FROM at) / 300)::integer, count(*)
      FROM fact WHERE kind = 1000 AND user_id IS NOT NULL AND team_id IS NOT NULL AND (project IS NULL OR project_id = project)
     GROUP BY 1, 2, 3, 4;
END $$;

CREATE TRIGGER team_stretch_come AFTER INSERT ON team_stretch
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION work_day_come();
CREATE TRIGGER team_stretch_gone AFTER DELETE ON team_stretch
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION work_day_gone();
CREATE TRIGGER team_stretch_changed AFTER UPDATE ON team_stretch
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION work_day_changed();
CREATE TRIGGER work_stretch_come AFTER INSERT ON work_stretch
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION work_day_come();
CREATE TRIGGER work_stretch_gone AFTER DELETE ON work_stretch
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION work_day_gone();
CREATE TRIGGER work_stretch_changed AFTER UPDATE ON work_stretch
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION work_day_changed();

INSERT INTO work_day SELECT project_id, user_id, '', stretch / 288, count(*) FROM work_stretch WHERE count > 0 GROUP BY 1, 2, 4;
SELECT make_class_sums(NULL);

CREATE TRIGGER class_sums_come AFTER INSERT ON fact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION class_sums_changed('1');
CREATE TRIGGER class_sums_gone AFTER DELETE ON fact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION class_sums_changed('-1');
-- Facts of earlier versions are given their traits.
CREATE TRIGGER class_sums_before AFTER UPDATE ON fact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION class_sums_changed('-1');
CREATE TRIGGER class_sums_now AFTER UPDATE ON fact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION class_sums_changed('1');
CREATE TRIGGER team_stretches_come AFTER INSERT ON fact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION team_stretch_changed('1');
CREATE TRIGGER team_stretches_gone AFTER DELETE ON fact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION team_stretch_changed('-1');

-- Whoever makes the sums of people of a project, as an earlier version does at the end of a build, makes these too.
ALTER FUNCTION make_person_sums(text) RENAME TO make_sums_of_people;
CREATE FUNCTION make_person_sums(project text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_sums_of_people(project);
  PERFORM make_class_sums(project);
END $$;

-- The middle of the durations of a part of the tickets is read where it lies.
DROP INDEX fact_ms, fact_work_ms;
CREATE INDEX fact_ms ON fact (project_id, kind, ms, at) INCLUDE (flags, trait_id)
  WHERE kind IN (40, 180, 190) AND ms IS NOT NULL;
CREATE INDEX fact_work_ms ON fact (project_id, kind, work_ms, at) INCLUDE (flags, trait_id)
  WHERE kind IN (40, 180, 190) AND work_ms IS NOT NULL;
-- Work by the work before in the same ticket, which tells tickets that are counted already.
CREATE INDEX fact_work_again ON fact (project_id, kind, previous_at) INCLUDE (at, trait_id)
  WHERE kind = 1000 AND previous_at IS NOT NULL;
