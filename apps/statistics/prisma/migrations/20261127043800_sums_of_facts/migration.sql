-- All sums by month are kept by one function. Facts are locked alone: readers lock sums before facts, and writers facts before sums.
LOCK TABLE fact IN ACCESS EXCLUSIVE MODE;

DROP TRIGGER person_sums_come ON fact;
DROP TRIGGER person_sums_gone ON fact;
DROP TRIGGER class_sums_come ON fact;
DROP TRIGGER class_sums_gone ON fact;
DROP TRIGGER class_sums_before ON fact;
DROP TRIGGER class_sums_now ON fact;
DROP TRIGGER trait_sums_come ON fact;
DROP TRIGGER trait_sums_gone ON fact;
DROP TRIGGER trait_sums_before ON fact;
DROP TRIGGER trait_sums_now ON fact;
DROP FUNCTION person_sums_changed(), class_sums_changed(), trait_sums_changed();

-- Which facts are of a figure with sums by month, and which sums; a flag of 0 means all of a kind. A test compares it with the figures of
-- the service.
CREATE VIEW summed_figure AS
SELECT figure::smallint, kind::smallint, flag, is_time, by_trait, by_person FROM (VALUES
  (1, 60, 0, false, true, false), (2, 60, 2, false, true, false), (3, 60, 4, false, true, false),
  (4, 190, 8, false, true, true), (5, 190, 1, true, true, false), (6, 180, 0, false, true, true), (7, 180, 32, true, true, true),
  (8, 180, 1, true, true, true), (9, 50, 0, false, true, false), (10, 40, 1, true, true, false), (12, 160, 0, false, true, false),
  (13, 150, 0, false, true, false), (14, 140, 0, false, true, false), (15, 70, 0, false, true, false), (19, 1010, 0, true, false, true),
  (20, 190, 16, true, false, true), (21, 40, 0, false, false, true), (22, 1000, 0, false, false, true)
) AS f (figure, kind, flag, is_time, by_trait, by_person);

-- Adds changed facts to the sums, or subtracts them. Called by triggers with 1 or -1. Rows are locked in the order of their keys.
CREATE FUNCTION sums_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := TG_ARGV[0];
BEGIN
  IF current_setting('parley.sums_later', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO trait_month AS m
    SELECT f.project_id, s.figure, f.trait_id, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, sign * count(*)
      FROM changed f JOIN summed_figure s ON s.by_trait AND NOT s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
     WHERE f.trait_id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, figure, trait_id, month) DO UPDATE SET count = m.count + excluded.count;
  INSERT INTO created_month AS m
    SELECT f.project_id, s.figure, (f.ticket_created_at AT TIME ZONE 'UTC')::date,
           date_trunc('month', f.at AT TIME ZONE 'UTC')::date, sign * count(*)
      FROM changed f JOIN summed_figure s ON s.by_trait AND NOT s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
     WHERE f.ticket_created_at IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, figure, created, month) DO UPDATE SET count = m.count + excluded.count;
  INSERT INTO class_spread AS m
    SELECT f.project_id, s.figure, t.working, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, COALESCE(r.type, ''),
           COALESCE(r.priority, ''), COALESCE(r.channel, ''), COALESCE(r.outbound, ''), wide_bucket(t.ms), sign * count(*),
           sign * sum(t.ms)
      FROM changed f JOIN summed_figure s ON s.by_trait AND s.is_time AND s.kind = f.kind AND f.flags & s.flag <> 0
      LEFT JOIN trait r ON r.id = f.trait_id
     CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
     WHERE t.ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (project_id, figure, working, month, type, priority, channel, outbound, bucket)
       DO UPDATE SET count = m.count + excluded.count, total = m.total + excluded.total;
  INSERT INTO person_month AS m
    SELECT f.project_id, s.figure, f.user_id, COALESCE(f.team_id, ''), date_trunc('month', f.at AT TIME ZONE 'UTC')::date,
           COALESCE(date_trunc('month', f.previous_own_at AT TIME ZONE 'UTC')::date, '-infinity'), sign * count(*)
      FROM changed f JOIN summed_figure s ON s.by_person AND NOT s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
     WHERE f.user_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (project_id, figure, user_id, team_id, month, previous) DO UPDATE SET count = m.count + excluded.count;
  INSERT INTO person_spread AS m
    SELECT f.project_id, s.figure, t.working, f.user_id, COALESCE(f.team_id, ''),
           date_trunc('month', f.at AT TIME ZONE 'UTC')::date, wide_bucket(t.ms), sign * count(*)
      FROM changed f JOIN summed_figure s ON s.by_person AND s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
     CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
     WHERE f.user_id IS NOT NULL AND t.ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (project_id, figure, working, user_id, team_id, month, bucket) DO UPDATE SET count = m.count + excluded.count;
  RETURN NULL;
END $$;

CREATE TRIGGER sums_come AFTER INSERT ON fact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sums_changed('1');
CREATE TRIGGER sums_gone AFTER DELETE ON fact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sums_changed('-1');
-- Facts of earlier versions are given their traits.
CREATE TRIGGER sums_before AFTER UPDATE ON fact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sums_changed('-1');
CREATE TRIGGER sums_now AFTER UPDATE ON fact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sums_changed('1');

-- Makes the sums of a project, or of all, from its facts. There are few groups, which the planner cannot know: they are kept in hash
-- tables, and nothing is sorted.
CREATE FUNCTION make_sums(project text) RETURNS void LANGUAGE plpgsql SET enable_sort = off AS $$
BEGIN
  DELETE FROM trait_month WHERE project IS NULL OR project_id = project;
  DELETE FROM created_month WHERE project IS NULL OR project_id = project;
  DELETE FROM class_spread WHERE project IS NULL OR project_id = project;
  DELETE FROM person_month WHERE project IS NULL OR project_id = project;
  DELETE FROM person_spread WHERE project IS NULL OR project_id = project;
  DELETE FROM team_stretch WHERE project IS NULL OR project_id = project;
  INSERT INTO trait_month
    SELECT f.project_id, s.figure, f.trait_id, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, count(*)
      FROM fact f JOIN summed_figure s ON s.by_trait AND NOT s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
     WHERE f.trait_id IS NOT NULL AND (project IS NULL OR f.project_id = project) GROUP BY 1, 2, 3, 4;
  INSERT INTO created_month
    SELECT f.project_id, s.figure, (f.ticket_created_at AT TIME ZONE 'UTC')::date,
           date_trunc('month', f.at AT TIME ZONE 'UTC')::date, count(*)
      FROM fact f JOIN summed_figure s ON s.by_trait AND NOT s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
     WHERE f.ticket_created_at IS NOT NULL AND (project IS NULL OR f.project_id = project) GROUP BY 1, 2, 3, 4;
  INSERT INTO class_spread
    SELECT f.project_id, s.figure, t.working, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, COALESCE(r.type, ''),
           COALESCE(r.priority, ''), COALESCE(r.channel, ''), COALESCE(r.outbound, ''), wide_bucket(t.ms), count(*), sum(t.ms)
      FROM fact f JOIN summed_figure s ON s.by_trait AND s.is_time AND s.kind = f.kind AND f.flags & s.flag <> 0
      LEFT JOIN trait r ON r.id = f.trait_id
     CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
     WHERE t.ms IS NOT NULL AND (project IS NULL OR f.project_id = project) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
  INSERT INTO person_month
    SELECT f.project_id, s.figure, f.user_id, COALESCE(f.team_id, ''), date_trunc('month', f.at AT TIME ZONE 'UTC')::date,
           COALESCE(date_trunc('month', f.previous_own_at AT TIME ZONE 'UTC')::date, '-infinity'), count(*)
      FROM fact f JOIN summed_figure s ON s.by_person AND NOT s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
     WHERE f.user_id IS NOT NULL AND (project IS NULL OR f.project_id = project) GROUP BY 1, 2, 3, 4, 5, 6;
  INSERT INTO person_spread
    SELECT f.project_id, s.figure, t.working, f.user_id, COALESCE(f.team_id, ''),
           date_trunc('month', f.at AT TIME ZONE 'UTC')::date, wide_bucket(t.ms), count(*)
      FROM fact f JOIN summed_figure s ON s.by_person AND s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
     CROSS JOIN LATERAL (VALUES (false, f.ms), (true, f.work_ms)) AS t (working, ms)
     WHERE f.user_id IS NOT NULL AND t.ms IS NOT NULL AND (project IS NULL OR f.project_id = project)
     GROUP BY 1, 2, 3, 4, 5, 6, 7;
  INSERT INTO team_stretch
    SELECT project_id, user_id, team_id, floor(extract(epoch FROM at) / 300)::integer, count(*)
      FROM fact WHERE kind = 1000 AND user_id IS NOT NULL AND team_id IS NOT NULL AND (project IS NULL OR project_id = project)
     GROUP BY 1, 2, 3, 4;
END $$;

-- Processes of the release before call it at the end of a build. It ends a release later.
CREATE OR REPLACE FUNCTION make_person_sums(project text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_sums(project);
END $$;
DROP FUNCTION make_sums_of_people(text), make_class_sums(text), make_trait_sums(text);
DROP VIEW class_figure, person_figure;
