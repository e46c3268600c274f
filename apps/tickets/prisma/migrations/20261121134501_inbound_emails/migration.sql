-- Mails that were received, by Message-ID: each once, and what answers to them. Kept as long as the ticket.
CREATE TABLE inbound_email (
  project_id text COLLATE "C" NOT NULL,
  email_id   text COLLATE "C" NOT NULL,
  ticket_id  text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, email_id),
  CONSTRAINT inbound_email_ticket_fkey FOREIGN KEY (project_id, ticket_id)
    REFERENCES ticket (project_id, id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX inbound_email_project_id_ticket_id_idx ON inbound_email (project_id, ticket_id);

-- Messages by the Message-ID of their mail, which answers refer to.
CREATE INDEX message_email ON message (project_id, email_id) WHERE email_id IS NOT NULL;
