-- Which dead letters are about a deleted thing, or contain its id (@parley/events).
CREATE INDEX dead_letter_aggregate_id_idx ON dead_letter (aggregate_id);
-- All texts of a payload. The cost says that reading a payload is dearer than the index, in a small table too.
CREATE FUNCTION letter_texts(payload jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN jsonb_path_query_array(payload, 'strict $.** ? (@.type() == "string")');
END $$;
CREATE INDEX dead_letter_texts ON dead_letter USING gin (letter_texts(payload));
