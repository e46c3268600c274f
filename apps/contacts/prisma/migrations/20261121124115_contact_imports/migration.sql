CREATE TABLE contact_import (
  project_id      text NOT NULL,
  id              text NOT NULL,
  organisation_id text NOT NULL,
  platform        text NOT NULL,
  status          text NOT NULL,
  -- Emptied when the import ends.
  access          text,
  started_by      jsonb NOT NULL,
  position        text,
  created         integer NOT NULL,
  updated         integer NOT NULL,
  skipped         integer NOT NULL,
  failed          integer NOT NULL,
  problems        jsonb NOT NULL,
  attempts        integer NOT NULL,
  last_error      text,
  due_at          timestamptz(3) NOT NULL,
  lease           text,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  started_at      timestamptz(3),
  finished_at     timestamptz(3),
  PRIMARY KEY (project_id, id)
);
-- What workers look for: imports that have not ended, the longest due first.
CREATE INDEX contact_import_due ON contact_import (due_at) WHERE finished_at IS NULL;
