-- The middle of all durations is read where it lies, without looking at the others.
CREATE INDEX fact_ms ON fact (project_id, kind, ms, at) INCLUDE (flags) WHERE kind IN (40, 180, 190) AND ms IS NOT NULL;
CREATE INDEX fact_work_ms ON fact (project_id, kind, work_ms, at) INCLUDE (flags)
  WHERE kind IN (40, 180, 190) AND work_ms IS NOT NULL;
