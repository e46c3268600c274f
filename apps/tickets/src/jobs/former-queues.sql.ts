import type { FormerQueue } from '@parley/jobs';

// Who fires a reply locks it and looks whether it was sent: a former process may go on.
export const formerQueues: readonly FormerQueue[] = [
  {
    job: 'scheduled replies',
    from: 'bulk_reply_text t',
    key: 'id',
    due: `(SELECT min(next_attempt_at) FROM bulk_reply r
            WHERE r.project_id = t.project_id AND r.text_id = t.id AND r.status = 'pending')`,
  },
];
