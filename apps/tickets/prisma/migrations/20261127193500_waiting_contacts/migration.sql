ALTER TABLE "ticket" ADD COLUMN     "waiting_since" TIMESTAMPTZ(3);

-- What is known of contacts who wait today: the last message instead of the first unanswered one.
UPDATE ticket SET waiting_since = last_response_contact
 WHERE status <> 'DONE' AND duplicate_of_id IS NULL
   AND last_response_contact > coalesce(last_response_admin, '-infinity');

-- The order of lists that show first who waits longest.
CREATE INDEX ticket_listed_waiting ON ticket (project_id, waiting_since, id)
  WHERE NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
