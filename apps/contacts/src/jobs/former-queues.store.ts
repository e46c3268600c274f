import { type Database } from '@parley/persistence';

/**
 * Makes jobs of what processes of former releases, which kept a queue for each, have left to do. Done again without effect.
 */
export const adoptFormerQueues = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const rows of [NAMES, MOVES, MERGES, PURGES, IMPORTS])
      await tx.query(
        `${rows.taken ?? ''} INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
         SELECT '${rows.job}', project_id, ${rows.key}, ${rows.payload}, 'ready', $1, $1 FROM ${rows.from}
         ON CONFLICT DO NOTHING`,
        [now],
      );
  });

const NAMES = {
  job: 'company names',
  taken: 'WITH taken AS (DELETE FROM company_renaming RETURNING *)',
  key: 'company_id',
  payload: `'{}'::jsonb`,
  from: 'taken',
};

const SYSTEM = `jsonb_build_object('actor', '{"type":"system","name":"contacts"}'::jsonb, 'projectId', project_id,
  'organisationId', organisation_id)`;

const MOVES = {
  job: 'company tickets',
  taken: 'WITH taken AS (DELETE FROM company_ticket_move RETURNING *)',
  key: 'contact_id',
  payload: `jsonb_build_object('companyId', company_id, 'scope', ${SYSTEM})`,
  from: 'taken',
};

const MERGES = {
  job: 'contact merge',
  taken: undefined,
  key: 'source_id',
  payload: `jsonb_build_object('targetId', target_id)`,
  from: 'contact_merge WHERE move_after IS NOT NULL',
};

const PURGES = {
  job: 'contact purge',
  taken: undefined,
  key: 'id',
  payload: `jsonb_build_object('organisationId', organisation_id)`,
  from: 'contact WHERE deleted_at IS NOT NULL',
};

const IMPORTS = {
  job: 'contact import',
  // What a process holds by a lease is taken from it: its next page finds that, and is not written.
  taken: `WITH taken AS (
    UPDATE contact_import SET lease = NULL, due_at = 'infinity' WHERE finished_at IS NULL AND due_at < 'infinity'
    RETURNING project_id, id)`,
  key: 'id',
  payload: `'{}'::jsonb`,
  from: 'taken',
};
