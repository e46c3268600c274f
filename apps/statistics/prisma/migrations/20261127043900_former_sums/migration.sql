-- Sums that processes of the release before still read. Views with their names and rows take their place; they end a release later, with
-- fact_spread.

-- Counts come from quarters of hours and from trait_month. Facts without a trait are few, and are given theirs soon.
DROP TABLE class_month;
CREATE VIEW class_month AS
SELECT m.project_id, m.figure, m.month, COALESCE(r.type, '') AS type, COALESCE(r.priority, '') AS priority,
       COALESCE(r.channel, '') AS channel, COALESCE(r.outbound, '') AS outbound, '-infinity'::date AS previous, m.count
  FROM trait_month m LEFT JOIN trait r ON r.id = m.trait_id
UNION ALL
SELECT f.project_id, s.figure, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, '', '', '', '', '-infinity', 1
  FROM fact f JOIN summed_figure s ON s.by_trait AND NOT s.is_time AND s.kind = f.kind AND (s.flag = 0 OR f.flags & s.flag <> 0)
 WHERE f.trait_id IS NULL AND f.ticket_id IS NOT NULL
UNION ALL
SELECT f.project_id, 22::smallint, date_trunc('month', f.at AT TIME ZONE 'UTC')::date, COALESCE(r.type, ''),
       COALESCE(r.priority, ''), COALESCE(r.channel, ''), COALESCE(r.outbound, ''),
       COALESCE(date_trunc('month', f.previous_at AT TIME ZONE 'UTC')::date, '-infinity'), 1
  FROM fact f LEFT JOIN trait r ON r.id = f.trait_id WHERE f.kind = 1000 AND f.kind >= 1000;

-- Durations of all tickets come from class_spread.
LOCK TABLE fact_spread IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER fact_spread_come ON fact_spread;
DROP TRIGGER fact_spread_gone ON fact_spread;
DROP TRIGGER fact_spread_changed ON fact_spread;
DROP FUNCTION fact_spread_come(), fact_spread_gone(), fact_spread_changed();
DROP TABLE fact_spread_month;
CREATE VIEW fact_spread_month AS
SELECT project_id, figure, working, date_trunc('month', day::timestamp)::date AS month, bucket, count, total FROM fact_spread;
