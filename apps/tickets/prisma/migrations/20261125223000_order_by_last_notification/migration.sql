-- The order of inboxes that show what moved last; tickets that nobody was notified of come last.
CREATE INDEX ticket_listed_last_notification ON ticket (project_id, last_notification DESC NULLS LAST, id DESC)
  WHERE NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
