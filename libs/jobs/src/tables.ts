/**
 * The table of a service's jobs, for a migration. `status` is waiting (until `due_at`), ready, taken (until `taken_until`) or dead.
 * `revision` counts how often it was added, `claim` how often it was taken, `deaths` the claims without a report.
 */
export const jobTableSql = `
CREATE TABLE job (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name        text NOT NULL,
  project_id  text NOT NULL,
  key         text NOT NULL,
  payload     jsonb NOT NULL,
  status      text NOT NULL,
  due_at      timestamptz(3) NOT NULL,
  taken_until timestamptz(3),
  revision    integer NOT NULL DEFAULT 1,
  claim       integer NOT NULL DEFAULT 0,
  attempts    integer NOT NULL DEFAULT 0,
  deaths      integer NOT NULL DEFAULT 0,
  error       text,
  created_at  timestamptz(3) NOT NULL,
  CONSTRAINT job_key UNIQUE (name, project_id, key)
);
CREATE INDEX job_ready ON job (name, project_id, due_at, id) WHERE status = 'ready';
CREATE INDEX job_next ON job (COALESCE(taken_until, due_at)) WHERE status <> 'dead';
CREATE INDEX job_dead ON job (due_at) WHERE status = 'dead';
`;
