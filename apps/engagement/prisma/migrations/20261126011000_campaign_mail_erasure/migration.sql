-- A mail of a campaign is deleted where it is kept, too. Its Message-ID is made of the id of its delivery, which is noted here.
CREATE FUNCTION erase_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_erasure (message_id, due_at) VALUES (OLD.id, COALESCE(OLD.lease_until, now()));
  RETURN NULL;
END $$;
CREATE TRIGGER erase_delivery AFTER DELETE ON email_delivery FOR EACH ROW WHEN (OLD.attempts > 0) EXECUTE FUNCTION erase_delivery();
