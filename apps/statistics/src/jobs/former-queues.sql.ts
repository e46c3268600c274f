import type { FormerQueue } from '@parley/jobs';

/** A build that one of their processes has waits until its lease ends. */
export const formerQueues: readonly FormerQueue[] = [
  {
    job: 'statistics build',
    from: `build WHERE requested_at IS NOT NULL AND lease_until IS DISTINCT FROM 'infinity'`,
    key: `''`,
    due: 'lease_until',
  },
  { job: 'facts to tell anew', from: 'stale_ticket', key: `''` },
];
