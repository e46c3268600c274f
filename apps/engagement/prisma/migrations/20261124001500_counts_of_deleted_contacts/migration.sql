-- What became of mails whose contact was deleted: it stays counted.
CREATE TABLE email_past (
  project_id   text COLLATE "C" NOT NULL,
  item_id      text COLLATE "C" NOT NULL,
  sent         integer NOT NULL,
  bounced      integer NOT NULL,
  hard         integer NOT NULL,
  opens        integer NOT NULL,
  clicks       integer NOT NULL,
  unsubscribed integer NOT NULL,
  PRIMARY KEY (project_id, item_id),
  FOREIGN KEY (project_id, item_id) REFERENCES item (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- How often links of mails whose contact was deleted were clicked.
CREATE TABLE email_past_link (
  project_id text COLLATE "C" NOT NULL,
  item_id    text COLLATE "C" NOT NULL,
  url_hash   text COLLATE "C" NOT NULL,
  url        text NOT NULL,
  contacts   integer NOT NULL,
  clicks     integer NOT NULL,
  PRIMARY KEY (project_id, item_id, url_hash),
  FOREIGN KEY (project_id, item_id) REFERENCES item (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
