import { endpointKey, type PushSubscription } from '@parley/push';
import type { Sql } from '@parley/persistence';

/** A browser of a contact. */
export interface StoredSubscription extends PushSubscription {
  contactId: string;
}

/** Browsers of a contact that are kept. */
export const MAX_SUBSCRIPTIONS = 10;

const SAVE = `INSERT INTO push_subscription (project_id, endpoint_key, contact_id, endpoint, p256dh, auth, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (project_id, endpoint_key) DO UPDATE
    SET contact_id = excluded.contact_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`;

const TRIM = `DELETE FROM push_subscription WHERE project_id = $1 AND contact_id = $2 AND endpoint_key NOT IN (
    SELECT endpoint_key FROM push_subscription WHERE project_id = $1 AND contact_id = $2
     ORDER BY created_at DESC, endpoint_key LIMIT ${MAX_SUBSCRIPTIONS})`;

/** Stores a browser for the contact that uses it now, and deletes the contact's oldest ones above the limit. */
export const saveSubscription = async (
  tx: Sql,
  projectId: string,
  { contactId, endpoint, p256dh, auth }: StoredSubscription,
  now: Date,
): Promise<void> => {
  await tx.query(SAVE, [projectId, endpointKey(endpoint), contactId, endpoint, p256dh, auth, now]);
  await tx.query(TRIM, [projectId, contactId]);
};

/** Deletes a browser of a contact. */
export const removeOwnSubscription = async (
  sql: Sql,
  projectId: string,
  { contactId, endpoint }: Pick<StoredSubscription, 'contactId' | 'endpoint'>,
): Promise<void> => {
  await sql.query(
    'DELETE FROM push_subscription WHERE project_id = $1 AND contact_id = $2 AND endpoint_key = $3',
    [projectId, contactId, endpointKey(endpoint)],
  );
};

/** Deletes browsers that take no messages any more; one that subscribed again in the meantime, with other keys, stays. */
export const removeSubscriptions = async (
  sql: Sql,
  projectId: string,
  gone: readonly PushSubscription[],
): Promise<void> => {
  if (gone.length === 0) return;
  await sql.query(
    `DELETE FROM push_subscription WHERE project_id = $1
        AND (endpoint_key, auth) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [projectId, gone.map(({ endpoint }) => endpointKey(endpoint)), gone.map(({ auth }) => auth)],
  );
};

/** The browsers of some contacts. */
export const findSubscriptions = (
  sql: Sql,
  projectId: string,
  contactIds: readonly string[],
): Promise<StoredSubscription[]> =>
  sql.query<StoredSubscription>(
    `SELECT contact_id AS "contactId", endpoint, p256dh, auth FROM push_subscription
      WHERE project_id = $1 AND contact_id = ANY($2)`,
    [projectId, contactIds],
    { prepare: true },
  );

/** Contacts with a browser that was there by a time, in the order of their ids. */
export const findSubscribed = async (
  sql: Sql,
  projectId: string,
  { createdUntil, after, limit }: { createdUntil: Date; after: string; limit: number },
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `SELECT DISTINCT contact_id AS id FROM push_subscription
      WHERE project_id = $1 AND contact_id > $2 AND created_at <= $3 ORDER BY contact_id LIMIT $4`,
    [projectId, after, createdUntil, limit],
  );
  return rows.map(({ id }) => id);
};
