import type { PushSubscription } from '@parley/push';
import type { Sql } from '@parley/persistence';

/** The people among the ids with a browser for push notifications. */
export const findSubscribed = async (sql: Sql, userIds: readonly string[]): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT DISTINCT user_id AS id FROM push_subscription WHERE user_id = ANY ($1::text[]) ORDER BY user_id',
    [userIds],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};

/** The browsers of a person. */
export const findBrowsers = (sql: Sql, userId: string): Promise<PushSubscription[]> =>
  sql.query('SELECT endpoint, p256dh, auth FROM push_subscription WHERE user_id = $1', [userId], {
    prepare: true,
  });
