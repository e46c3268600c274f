-- Mails are sent by jobs, and have no lease any more.
CREATE OR REPLACE FUNCTION erase_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_erasure (message_id, due_at)
  VALUES (OLD.mail ->> 'messageId', now() + CASE OLD.status WHEN 'sending' THEN interval '1 minute' ELSE '0 s' END);
  RETURN NULL;
END $$;
