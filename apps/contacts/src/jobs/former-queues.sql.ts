import type { FormerQueue } from '@parley/jobs';

const SYSTEM = `jsonb_build_object('actor', '{"type":"system","name":"contacts"}'::jsonb, 'projectId', project_id,
  'organisationId', organisation_id)`;

export const formerQueues: readonly FormerQueue[] = [
  {
    job: 'company names',
    taking: 'DELETE FROM company_renaming RETURNING *',
    from: 'taken',
    key: 'company_id',
  },
  {
    job: 'company tickets',
    taking: 'DELETE FROM company_ticket_move RETURNING *',
    from: 'taken',
    key: 'contact_id',
    payload: `jsonb_build_object('companyId', company_id, 'scope', ${SYSTEM})`,
  },
  {
    job: 'contact merge',
    from: 'contact_merge WHERE move_after IS NOT NULL',
    key: 'source_id',
    payload: `jsonb_build_object('targetId', target_id)`,
  },
  {
    job: 'contact purge',
    from: 'contact WHERE deleted_at IS NOT NULL',
    key: 'id',
    payload: `jsonb_build_object('organisationId', organisation_id)`,
  },
  {
    job: 'contact import',
    // Leased work is taken from its process: its next page finds that, and is not written.
    taking: `UPDATE contact_import SET lease = NULL, due_at = 'infinity' WHERE finished_at IS NULL AND due_at < 'infinity'
      RETURNING project_id, id`,
    from: 'taken',
    key: 'id',
  },
];
