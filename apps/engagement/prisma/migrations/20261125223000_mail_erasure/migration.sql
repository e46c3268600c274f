CREATE TABLE mail_erasure (
  seq bigserial PRIMARY KEY,
  message_id text NOT NULL,
  due_at timestamptz NOT NULL
);
CREATE INDEX mail_erasure_due ON mail_erasure (due_at);
CREATE FUNCTION erase_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_erasure (message_id, due_at)
  VALUES (OLD.mail ->> 'messageId', COALESCE(OLD.lease_until, now()));
  RETURN NULL;
END $$;
CREATE TRIGGER erase_mail AFTER DELETE ON mail_job FOR EACH ROW WHEN (OLD.attempts > 0) EXECUTE FUNCTION erase_mail();
