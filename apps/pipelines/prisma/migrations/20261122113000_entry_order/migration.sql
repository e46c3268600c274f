-- The order of a lane is read from the index alone, also far down in it.
ALTER TABLE pipeline_entry
  DROP CONSTRAINT pipeline_entry_rank_key,
  ADD CONSTRAINT pipeline_entry_rank_key UNIQUE (project_id, pipeline_id, lane_id, rank) INCLUDE (id)
    DEFERRABLE INITIALLY IMMEDIATE;
