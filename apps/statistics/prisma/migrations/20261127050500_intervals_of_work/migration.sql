-- Intervals of work of all teams together are rows of team_stretch, with the team ''. Triggers keep them as those of each team.
-- Processes of the release before write work_stretch, which no process reads. It ends a release later.
LOCK TABLE fact IN SHARE ROW EXCLUSIVE MODE;

DROP TRIGGER work_stretch_come ON work_stretch;
DROP TRIGGER work_stretch_gone ON work_stretch;
DROP TRIGGER work_stretch_changed ON work_stretch;

CREATE OR REPLACE FUNCTION team_stretch_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign integer := TG_ARGV[0];
BEGIN
  IF current_setting('parley.sums_later', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO team_stretch AS w
    SELECT f.project_id, f.user_id, t.id, floor(extract(epoch FROM f.at) / 300)::integer, sign * count(*)
      FROM changed f CROSS JOIN LATERAL unnest(ARRAY['', f.team_id]) AS t (id)
     WHERE f.kind = 1000 AND f.user_id IS NOT NULL AND t.id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 2, 4
    ON CONFLICT (project_id, team_id, user_id, stretch) DO UPDATE SET count = w.count + excluded.count;
  RETURN NULL;
END $$;

-- Intervals begin or cease to have work in them.
CREATE OR REPLACE FUNCTION work_day_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_day AS d
    SELECT project_id, user_id, team_id, stretch / 288, count(*) FROM come WHERE count > 0
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4, 2
    ON CONFLICT (project_id, team_id, day, user_id) DO UPDATE SET count = d.count + excluded.count;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION work_day_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_day AS d
    SELECT project_id, user_id, team_id, stretch / 288, -count(*) FROM gone WHERE count > 0
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 3, 4, 2
    ON CONFLICT (project_id, team_id, day, user_id) DO UPDATE SET count = d.count + excluded.count;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION work_day_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_day AS d
    SELECT project_id, user_id, team_id, stretch / 288, sum(sign)
      FROM (SELECT project_id, user_id, team_id, stretch, -1 AS sign FROM gone WHERE count > 0
            UNION ALL SELECT project_id, user_id, team_id, stretch, 1 FROM come WHERE count > 0) s
     GROUP BY 1, 2, 3, 4 HAVING sum(sign) <> 0 ORDER BY 1, 3, 4, 2
    ON CONFLICT (project_id, team_id, day, user_id) DO UPDATE SET count = d.count + excluded.count;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION make_sums(project text) RETURNS void LANGUAGE plpgsql SET enable_sort = off AS $$
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
    SELECT f.project_id, f.user_id, t.id, floor(extract(epoch FROM f.at) / 300)::integer, count(*)
      FROM fact f CROSS JOIN LATERAL unnest(ARRAY['', f.team_id]) AS t (id)
     WHERE f.kind = 1000 AND f.user_id IS NOT NULL AND t.id IS NOT NULL AND (project IS NULL OR f.project_id = project)
     GROUP BY 1, 2, 3, 4;
END $$;

DELETE FROM work_day WHERE team_id = '';
INSERT INTO team_stretch SELECT project_id, user_id, '', stretch, count FROM work_stretch WHERE count > 0;
