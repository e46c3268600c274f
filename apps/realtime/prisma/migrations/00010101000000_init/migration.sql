-- Processes that hold connections.
CREATE TABLE realtime_node (
  id           text NOT NULL PRIMARY KEY,
  heartbeat_at timestamptz(3) NOT NULL
);

-- The tables below change all the time and are told anew by those who are there, so that nothing of them is worth a log.
CREATE UNLOGGED TABLE presence_window (
  project_id text NOT NULL,
  channel    text NOT NULL,
  user_id    text NOT NULL,
  "window"   text NOT NULL,
  name       text,
  avatar     text,
  since      timestamptz(3) NOT NULL,
  node_id    text,
  expires_at timestamptz(3),
  PRIMARY KEY (channel, user_id, "window")
);
CREATE INDEX presence_window_node ON presence_window (node_id);
CREATE INDEX presence_window_expiry ON presence_window (expires_at);

CREATE UNLOGGED TABLE device_sign_in (
  project_id text NOT NULL,
  contact_id text NOT NULL,
  device_id  text NOT NULL,
  number     bigint NOT NULL,
  node_id    text NOT NULL,
  PRIMARY KEY (project_id, contact_id, device_id)
);
CREATE INDEX device_sign_in_node ON device_sign_in (node_id);
