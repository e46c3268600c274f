-- Tickets of now are counted anew: a process of the version before may have written tickets after they were counted and before the
-- triggers were there. Tickets come first, as they do for whoever writes them, so that nobody waits for the other.
LOCK TABLE ticket IN SHARE ROW EXCLUSIVE MODE;

DELETE FROM ticket_now;

INSERT INTO ticket_now
SELECT project_id, type, status, COALESCE(channel, ''), priority, COALESCE(user_id, ''), COALESCE(team_id, ''),
       count(*), count(*) FILTER (WHERE queued)
  FROM ticket WHERE listed GROUP BY 1, 2, 3, 4, 5, 6, 7;
