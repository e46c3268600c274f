/**
 * Notes which mails are erased, so that a transport that keeps sent mails deletes them, too. One that is being sent is deleted when
 * its lease is over.
 */
export const mailErasureSql = `
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
`;

/** The same since mails are sent by jobs: one that is being sent is deleted when its process has had a minute. */
export const mailSendingErasureSql = `
CREATE OR REPLACE FUNCTION erase_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_erasure (message_id, due_at)
  VALUES (OLD.mail ->> 'messageId', now() + CASE OLD.status WHEN 'sending' THEN interval '1 minute' ELSE '0 s' END);
  RETURN NULL;
END $$;
`;

/**
 * The queue's table, for a service's first migration; it needs `jobTableSql`. `seq` is the order of mails of one aggregate. While a mail is
 * being sent `next_attempt_at` is infinite; `lease_until` was set by former releases.
 */
export const mailTablesSql = `
CREATE TABLE mail_job (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  project_id text NOT NULL,
  aggregate_id text,
  mail jsonb NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease_until timestamptz,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mail_job_due ON mail_job (COALESCE(lease_until, next_attempt_at)) WHERE status IN ('pending', 'sending');
CREATE INDEX mail_job_aggregate ON mail_job (project_id, aggregate_id, seq);
CREATE INDEX mail_job_done ON mail_job (COALESCE(sent_at, created_at)) WHERE status IN ('sent', 'failed');
${mailErasureSql}${mailSendingErasureSql}`;
