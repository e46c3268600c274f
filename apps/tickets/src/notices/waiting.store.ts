import type { Sql } from '@parley/persistence';
import type { QueuedNotice } from './gather-notices';

/** Most notices that one mail says; the others follow in the next. */
const MOST = 20;

/**
 * The mail that is due and those that wait behind it. Their ids end with those of events, so they come in that order. A message of
 * the person that is newer shows that the notice is read.
 */
export const findWaiting = (
  sql: Sql,
  { projectId, queue, id }: { projectId: string; queue: string; id: string },
): Promise<{ id: string; notice: QueuedNotice; isAnswered: boolean }[]> =>
  sql.query(
    `SELECT j.id, j.mail -> 'notice' AS notice,
            EXISTS (SELECT FROM message m
                     WHERE m.project_id = $1 AND m.ticket_id = split_part(j.id, ':', 2) AND m.user_id = split_part(j.id, ':', 3)
                       AND m.id > split_part(j.id, ':', 4)) AS "isAnswered"
       FROM mail_job j
      WHERE j.project_id = $1 AND j.aggregate_id = $2 AND (j.id = $3 OR j.status = 'pending')
      ORDER BY j.id LIMIT ${MOST}`,
    [projectId, queue, id],
    { prepare: true },
  );
