import type { Sql } from '@parley/persistence';
import type { MailOf } from '../campaigns';

/** A mail that a report of a bounce is about. */
export interface BouncedMail {
  itemId: string;
  contactId: string;
  address: string;
  status: string;
  bounceType: string | null;
}

const FIND = `SELECT item_id AS "itemId", contact_id AS "contactId", address, status, bounce_type AS "bounceType"
  FROM email_delivery WHERE project_id = $1 AND id = $2`;

/** A mail; undefined when it is deleted. */
export const findMail = async (sql: Sql, projectId: string, id: string): Promise<BouncedMail | undefined> =>
  (await sql.query<BouncedMail>(FIND, [projectId, id]))[0];

/** As `findMail`; locks the mail. */
export const lockMail = async (tx: Sql, projectId: string, id: string): Promise<BouncedMail | undefined> =>
  (await tx.query<BouncedMail>(`${FIND} FOR UPDATE`, [projectId, id]))[0];

const BOUNCE = `UPDATE email_delivery SET status = 'bounced', bounced_at = $3, bounce_type = $4, lease_until = NULL
  WHERE project_id = $1 AND id = $2
  RETURNING NOT EXISTS (SELECT FROM email_delivery AS other WHERE other.project_id = $1 AND other.item_id = $5
     AND other.contact_id = $6 AND other.id <> $2 AND other.bounced_at IS NOT NULL) AS "isFirst"`;

/** Writes that a mail bounced. Answers whether no other mail of the item to this contact did before. */
export const writeBounce = async (
  tx: Sql,
  { projectId, id, itemId, contactId }: MailOf,
  type: string,
  now: Date,
): Promise<boolean> => {
  const values = [projectId, id, now, type, itemId, contactId];
  const [bounced] = await tx.query<{ isFirst: boolean }>(BOUNCE, values);
  return bounced?.isFirst ?? false;
};
