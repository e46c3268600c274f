import type { Sql } from '@parley/persistence';

const COUNT = `INSERT INTO email_preview (project_id, since, addresses) VALUES ($1, $2, $3)
  ON CONFLICT (project_id) DO UPDATE SET
    since = CASE WHEN email_preview.since <= $2 - interval '1 hour' THEN $2 ELSE email_preview.since END,
    addresses = CASE WHEN email_preview.since <= $2 - interval '1 hour' THEN 0 ELSE email_preview.addresses END + $3
  RETURNING since, addresses`;

/** Counts addresses that get a preview. Answers how many there were in the present hour of the project, and since when it runs. */
export const countPreviews = async (
  tx: Sql,
  projectId: string,
  count: number,
  now: Date,
): Promise<{ since: Date; addresses: number } | undefined> =>
  (await tx.query<{ since: Date; addresses: number }>(COUNT, [projectId, now, count]))[0];
