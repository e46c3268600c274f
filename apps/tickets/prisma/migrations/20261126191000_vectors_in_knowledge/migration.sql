-- The knowledge service compares feature requests now. Processes of the release before still search these vectors, so a change only
-- deletes the vector. The triggers, their function and the table end a release later.
DROP TRIGGER feature_request_inserted ON ticket;
CREATE OR REPLACE FUNCTION feature_request_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM feature_request_vector WHERE project_id = OLD.project_id AND ticket_id = OLD.id;
  RETURN NULL;
END $$;

-- Without a worker the job would count as late.
DELETE FROM job WHERE name = 'feature request vectors';
DELETE FROM search_queue WHERE index_name = 'feature_requests';
