-- The sendings of scheduled e-mails; who gets one is found page by page, and the position is kept.
CREATE TABLE email_round (
  project_id   text COLLATE "C" NOT NULL,
  item_id      text COLLATE "C" NOT NULL,
  number       integer NOT NULL,
  due_at       timestamptz(3) NOT NULL,
  position     text,
  last_address text,
  lease_until  timestamptz(3),
  started_at   timestamptz(3),
  planned_at   timestamptz(3),
  PRIMARY KEY (project_id, item_id, number),
  FOREIGN KEY (project_id, item_id) REFERENCES item (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX email_round_due ON email_round (COALESCE(lease_until, due_at)) WHERE planned_at IS NULL;

-- Events of contacts that an e-mail may follow; whether it does is decided outside of the event's transaction.
CREATE TABLE email_trigger (
  project_id  text COLLATE "C" NOT NULL,
  item_id     text COLLATE "C" NOT NULL,
  contact_id  text COLLATE "C" NOT NULL,
  event_id    text COLLATE "C" NOT NULL,
  event_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, item_id, contact_id, event_id),
  FOREIGN KEY (project_id, item_id) REFERENCES item (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX email_trigger_contact ON email_trigger (project_id, contact_id);

-- One mail to one contact.
CREATE TABLE email_delivery (
  project_id      text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  item_id         text COLLATE "C" NOT NULL,
  contact_id      text COLLATE "C" NOT NULL,
  occasion        text COLLATE "C" NOT NULL,
  address         text COLLATE "C" NOT NULL,
  status          text COLLATE "C" NOT NULL,
  reason          text,
  due_at          timestamptz(3) NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  lease_until     timestamptz(3),
  mail_date       timestamptz(3),
  sent_at         timestamptz(3),
  opened_at       timestamptz(3),
  clicked_at      timestamptz(3),
  bounced_at      timestamptz(3),
  bounce_type     text,
  unsubscribed_at timestamptz(3),
  opens           integer NOT NULL DEFAULT 0,
  clicks          integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, id),
  FOREIGN KEY (project_id, item_id) REFERENCES item (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX email_delivery_occasion ON email_delivery (project_id, item_id, contact_id, occasion);
CREATE INDEX email_delivery_address ON email_delivery (project_id, item_id, occasion, address);
CREATE INDEX email_delivery_newest ON email_delivery (project_id, item_id, id);
CREATE INDEX email_delivery_contact ON email_delivery (project_id, contact_id);
CREATE INDEX email_delivery_due ON email_delivery (project_id, item_id, COALESCE(lease_until, due_at)) WHERE status = 'pending';

-- How often a link of a mail was clicked.
CREATE TABLE email_click (
  project_id  text COLLATE "C" NOT NULL,
  item_id     text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  url_hash    text COLLATE "C" NOT NULL,
  url         text NOT NULL,
  clicks      integer NOT NULL,
  PRIMARY KEY (project_id, item_id, delivery_id, url_hash),
  FOREIGN KEY (project_id, delivery_id) REFERENCES email_delivery (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- How often mails of an item were opened, by the reading program.
CREATE TABLE email_client (
  project_id text COLLATE "C" NOT NULL,
  item_id    text COLLATE "C" NOT NULL,
  client     text COLLATE "C" NOT NULL,
  opens      integer NOT NULL,
  PRIMARY KEY (project_id, item_id, client),
  FOREIGN KEY (project_id, item_id) REFERENCES item (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- Addresses that do not exist, by the mail servers' word.
CREATE TABLE email_bounce (
  project_id text COLLATE "C" NOT NULL,
  address    text COLLATE "C" NOT NULL,
  bounced_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, address)
);

-- Addresses that got a preview since an hour began.
CREATE TABLE email_preview (
  project_id text COLLATE "C" NOT NULL PRIMARY KEY,
  since      timestamptz(3) NOT NULL,
  addresses  integer NOT NULL
);

CREATE INDEX item_mailing ON item (project_id, id) WHERE type = 'EMAIL' AND status = 'live';
CREATE INDEX item_stopping ON item (project_id, id) WHERE type = 'EMAIL' AND status = 'finished' AND pending > 0;
CREATE INDEX item_triggered ON item (project_id, event_trigger) WHERE type = 'EMAIL' AND status = 'live' AND trigger = 'event';

-- Previews on their way.
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
