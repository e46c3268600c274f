import { type Database } from '@parley/persistence';

/**
 * Makes jobs of what processes of former releases, which kept a queue for each, have left to do. At each start, because such a process
 * may be the last one to end in an upgrade. Mails that one of them has in hand keep their lease.
 */
export const adoptFormerQueues = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { jobs, key, from, taken } of [CAMPAIGNS, PENDING, DELETED])
      await tx.query(
        `${taken} INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
         SELECT DISTINCT name, project_id, ${key}, '{}'::jsonb, 'ready', $2::timestamptz, $2::timestamptz
           FROM ${from}, unnest($1::text[]) AS j (name) ON CONFLICT DO NOTHING`,
        [jobs, now],
      );
  });

const CAMPAIGNS = {
  taken: '',
  jobs: ['campaign rounds', 'campaign events', 'campaign mails'],
  key: 'id',
  from: `(SELECT project_id, id FROM item WHERE type = 'EMAIL' AND (status = 'live' OR status = 'finished' AND pending > 0)) AS items`,
};

const PENDING = { taken: '', jobs: ['pending events'], key: 'contact_id', from: 'pending_event' };

const DELETED = {
  jobs: ['deleted items'],
  taken: 'WITH taken AS (DELETE FROM deleted_item RETURNING *)',
  key: 'item_id',
  from: 'taken',
};
