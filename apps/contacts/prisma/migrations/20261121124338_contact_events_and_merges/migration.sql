-- What contacts did. The key is also the order in which the newest are read.
CREATE TABLE contact_event (
  project_id text NOT NULL,
  contact_id text NOT NULL,
  date       timestamptz(3) NOT NULL,
  id         text NOT NULL,
  name       text NOT NULL,
  data       jsonb,
  outbound   text,
  PRIMARY KEY (project_id, contact_id, date, id),
  FOREIGN KEY (project_id, contact_id) REFERENCES contact (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- Guests that turned out to be another contact; `move_after` is set until their tickets are moved.
CREATE TABLE contact_merge (
  project_id text NOT NULL,
  source_id  text NOT NULL,
  svc_id     text NOT NULL,
  target_id  text NOT NULL,
  merged_at  timestamptz(3) NOT NULL,
  move_after timestamptz(3),
  PRIMARY KEY (project_id, source_id),
  FOREIGN KEY (project_id, target_id) REFERENCES contact (project_id, id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX contact_merge_project_id_svc_id_key ON contact_merge (project_id, svc_id);
CREATE INDEX contact_merge_project_id_target_id_idx ON contact_merge (project_id, target_id);
CREATE INDEX contact_merge_move ON contact_merge (move_after) WHERE move_after IS NOT NULL;
