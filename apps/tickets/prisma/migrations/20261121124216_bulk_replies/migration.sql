-- What a batch did with a ticket: the record that it replied once, kept as long as the ticket, and the scheduled reply.
CREATE TABLE bulk_reply (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  batch_id        text COLLATE "C" NOT NULL,
  ticket_id       text COLLATE "C" NOT NULL,
  status          text NOT NULL CHECK (status IN ('pending', 'sent', 'cancelled', 'failed')),
  is_scheduled    boolean NOT NULL,
  text_id         text COLLATE "C",
  message_id      text COLLATE "C",
  fire_at         timestamptz(3),
  next_attempt_at timestamptz(3),
  lease_until     timestamptz(3),
  attempts        integer NOT NULL DEFAULT 0,
  sent_at         timestamptz(3),
  reason          text,
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  CONSTRAINT bulk_reply_ticket_fkey FOREIGN KEY (project_id, ticket_id)
    REFERENCES ticket (project_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX bulk_reply_project_id_batch_id_ticket_id_key ON bulk_reply (project_id, batch_id, ticket_id);
CREATE INDEX bulk_reply_project_id_ticket_id_id_idx ON bulk_reply (project_id, ticket_id, id);
CREATE INDEX bulk_reply_due ON bulk_reply (next_attempt_at) WHERE status = 'pending' AND lease_until IS NULL;
CREATE INDEX bulk_reply_leased ON bulk_reply (lease_until) WHERE status = 'pending' AND lease_until IS NOT NULL;
CREATE INDEX bulk_reply_pending ON bulk_reply (fire_at) WHERE status = 'pending';
CREATE INDEX bulk_reply_pending_text ON bulk_reply (project_id, text_id) WHERE status = 'pending';

-- The comment of a bulk reply that was scheduled, with its author; kept until its last reply has fired.
CREATE TABLE bulk_reply_text (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  organisation_id text COLLATE "C" NOT NULL,
  comment         jsonb NOT NULL,
  actor           jsonb NOT NULL,
  author          jsonb,
  headers         jsonb NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id)
);
