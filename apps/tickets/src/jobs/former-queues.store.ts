import { type Database } from '@parley/persistence';

/**
 * Makes jobs of what processes of former releases, which kept a queue for each, have left to do. Done again without effect.
 */
export const adoptFormerQueues = (db: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(REPLIES, [now]);
  });

// Who fires a reply locks it and looks whether it was sent: a former process may go on.
const REPLIES = `
INSERT INTO job (name, project_id, key, payload, status, due_at, created_at)
SELECT 'scheduled replies', t.project_id, t.id, '{}', 'waiting', COALESCE(
    (SELECT min(next_attempt_at) FROM bulk_reply r
      WHERE r.project_id = t.project_id AND r.text_id = t.id AND r.status = 'pending'), $1), $1
  FROM bulk_reply_text t ORDER BY t.project_id, t.id
ON CONFLICT DO NOTHING`;
