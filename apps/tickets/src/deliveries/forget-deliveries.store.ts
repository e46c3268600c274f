import { forgetRecipients } from '@parley/mail';
import type { Sql } from '@parley/persistence';

/** Tickets of the contact, and all with a mail from or to its addresses, unless they are of another contact with one of these. */
const LOCK_TICKETS = `
SELECT id FROM ticket WHERE project_id = $1 AND id IN (
  SELECT id FROM ticket WHERE project_id = $1 AND session_ids @> ARRAY[$2::text]
  UNION
  SELECT t.id FROM message m JOIN ticket t ON t.project_id = m.project_id AND t.id = m.ticket_id
   WHERE m.project_id = $1 AND mailed_addresses(m.delivery, m.data) && $3::text[] AND mailed_addresses(m.delivery, m.data) <> '{}'
     AND NOT EXISTS (SELECT FROM contact_reference o
           WHERE o.project_id = $1 AND o.id = ANY (t.session_ids || t.session_id) AND o.id <> $2 AND o.email = ANY ($3::text[])))
ORDER BY id FOR UPDATE`;

/** Elements of a list in JSON that name none of the addresses. */
const listWithout = (list: string): string =>
  `(SELECT jsonb_agg(e.one ORDER BY e.place) FROM jsonb_array_elements(${list}) WITH ORDINALITY e(one, place)
     WHERE e.one ->> 'address' <> ALL ($3::text[]))`;
const isIn = (list: string): string =>
  `EXISTS (SELECT FROM jsonb_array_elements(${list}) e WHERE e ->> 'address' = ANY ($3::text[]))`;

const FORGET = [
  ...['{email,to}', '{email,cc}', '{email,replyTo}'].map(
    (list) => `
    UPDATE message m SET data = jsonb_set(m.data, '${list}', coalesce(${listWithout(`m.data #> '${list}'`)}, '[]'))
     WHERE m.project_id = $1 AND m.ticket_id = ANY ($2::text[]) AND ${isIn(`m.data #> '${list}'`)}`,
  ),
  `UPDATE message m SET delivery = coalesce(${listWithout('m.delivery')}, '[]')
    WHERE m.project_id = $1 AND m.ticket_id = ANY ($2::text[]) AND ${isIn('m.delivery')}`,
];

const MAILED = `SELECT DISTINCT m.email_id AS id FROM message m
  WHERE m.project_id = $1 AND m.ticket_id = ANY ($2::text[]) AND m.email_id IS NOT NULL AND ${isIn('m.delivery')}`;

/**
 * Takes the addresses of a deleted contact out of received mails, deliveries and mails that are yet to leave, in all tickets of the
 * project. A ticket of another contact with such an address keeps it.
 */
export const forgetInDeliveries = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  known: readonly string[],
): Promise<void> => {
  const [copy] = await tx.query<{ email: string | null }>(
    'SELECT email FROM contact_reference WHERE project_id = $1 AND id = $2',
    [projectId, contactId],
  );
  const addresses = [...new Set([...known, copy?.email ?? []].flat())];
  if (addresses.length === 0) return;
  // Before their messages, in the order in which all lock them.
  const tickets = await tx.query<{ id: string }>(LOCK_TICKETS, [projectId, contactId, addresses]);
  if (tickets.length === 0) return;
  const aggregateIds = tickets.map(({ id }) => id);
  const values = [projectId, aggregateIds, addresses];
  const sentIds = (await tx.query<{ id: string }>(MAILED, values)).map(({ id }) => id);
  await forgetRecipients(tx, { projectId, aggregateIds, sentIds, addresses });
  for (const statement of FORGET) await tx.query(statement, values);
};
