import type { FormerQueue } from '@parley/jobs';
import { departureJob, webhookJob } from './webhook-jobs';

export const formerQueues: readonly FormerQueue[] = [
  {
    job: webhookJob.name,
    from: `webhook h WHERE enabled AND deleted_at IS NULL
      AND EXISTS (SELECT FROM webhook_delivery WHERE project_id = h.project_id AND webhook_id = h.id AND status = 'pending')`,
    key: 'id',
  },
  { job: departureJob.name, from: 'departed_contact WHERE contact_id IS NOT NULL', key: 'contact_id' },
  // Jobs of a former release, which read an id from that table.
  {
    job: departureJob.name,
    taking: "DELETE FROM job WHERE name = 'departed contact' RETURNING *",
    from: 'taken',
    key: 'key',
  },
];
