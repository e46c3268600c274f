import type { FormerQueue } from '@parley/jobs';

const ITEM = 'JOIN item ON item.project_id = left_over.project_id AND item.id = left_over.item_id';

/** Mails that one of their processes has in hand keep their lease. */
export const formerQueues: readonly FormerQueue[] = [
  {
    job: 'campaign rounds',
    from: `email_round AS left_over ${ITEM} WHERE planned_at IS NULL AND item.status = 'live'`,
    project: 'left_over.project_id',
    key: 'item_id',
  },
  {
    job: 'campaign events',
    from: `email_trigger AS left_over ${ITEM} WHERE item.status <> 'paused'`,
    project: 'left_over.project_id',
    key: 'item_id',
  },
  {
    job: 'campaign mails',
    from: `item WHERE type = 'EMAIL' AND (status IN ('live', 'finished') AND pending > 0
             OR status = 'live' AND trigger = 'schedule' AND frequency = 'once')`,
    key: 'id',
  },
  { job: 'pending events', from: 'pending_event', key: 'contact_id' },
  { job: 'deleted items', taking: 'DELETE FROM deleted_item RETURNING *', from: 'taken', key: 'item_id' },
];
