-- The crawls of a host are one job: which of them is due longest.
CREATE INDEX website_host ON website (host, due_at, id) WHERE due_at IS NOT NULL;
