import { type Database } from '@parley/persistence';

/**
 * Makes jobs of what processes of former releases, which kept a queue for each, have left to do. Mails that one of them has in hand
 * keep their lease.
 */
export const adoptFormerQueues = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { job, key, from, taken = '' } of queues)
      await tx.query(
        `${taken} INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
         SELECT DISTINCT $1::text, left_over.project_id, left_over.${key}, '{}'::jsonb, 'ready', $2::timestamptz, $2::timestamptz
           FROM ${from} ON CONFLICT DO NOTHING`,
        [job, now],
      );
  });

const OF_ITEM = 'JOIN item ON item.project_id = left_over.project_id AND item.id = left_over.item_id';

interface Queue {
  job: string;
  key: string;
  from: string;
  taken?: string;
}

const queues: readonly Queue[] = [
  {
    job: 'campaign rounds',
    key: 'item_id',
    from: `email_round AS left_over ${OF_ITEM} WHERE planned_at IS NULL AND item.status = 'live'`,
  },
  {
    job: 'campaign events',
    key: 'item_id',
    from: `email_trigger AS left_over ${OF_ITEM} WHERE item.status <> 'paused'`,
  },
  {
    job: 'campaign mails',
    key: 'id',
    from: `item AS left_over WHERE type = 'EMAIL' AND (status IN ('live', 'finished') AND pending > 0
             OR status = 'live' AND trigger = 'schedule' AND frequency = 'once')`,
  },
  { job: 'pending events', key: 'contact_id', from: 'pending_event AS left_over' },
  {
    job: 'deleted items',
    taken: 'WITH left_over AS (DELETE FROM deleted_item RETURNING *)',
    key: 'item_id',
    from: 'left_over',
  },
];
