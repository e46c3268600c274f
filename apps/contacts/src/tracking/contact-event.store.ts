import type { Sql } from '@parley/persistence';
import type { ContactEventRow } from './contact-event';

const prepare = { prepare: true };

const SEEN = `UPDATE contact SET last_activity = greatest(last_activity, $3::timestamptz),
    last_page_view = coalesce($4::jsonb, last_page_view)
  WHERE project_id = $1 AND svc_id = $2 AND deleted_at IS NULL RETURNING id, blocked`;

/** Notes that a widget's contact was there, and locks it. Undefined when there is no such contact. */
export const noteActivity = async (
  tx: Sql,
  projectId: string,
  svcId: string,
  { at, page }: { at: Date; page: unknown },
): Promise<{ id: string; blocked: boolean } | undefined> => {
  const values = [projectId, svcId, at, page === undefined ? null : JSON.stringify(page)];
  const [row] = await tx.query<{ id: string; blocked: boolean }>(SEEN, values, prepare);
  return row;
};

const BY_USER_IDS = `SELECT id, svc_id AS "svcId", user_id AS "userId", blocked FROM contact
  WHERE project_id = $1 AND user_id = ANY ($2::text[]) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`;

/** Contacts by the customer's own identifiers, locked in the order of their keys. */
export const lockByUserIds = (
  tx: Sql,
  projectId: string,
  userIds: readonly string[],
): Promise<{ id: string; svcId: string; userId: string; blocked: boolean }[]> =>
  tx.query(BY_USER_IDS, [projectId, userIds], prepare);

const INSERT = `INSERT INTO contact_event (project_id, contact_id, date, id, name, data, outbound)
  SELECT $1, $2, date, id, name, nullif(data, 'null'::jsonb), outbound
    FROM json_to_recordset($3::json) AS e (date timestamptz, id text, name text, data jsonb, outbound text)`;

export const insertEvents = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  events: readonly ContactEventRow[],
): Promise<void> => {
  await tx.query(INSERT, [projectId, contactId, JSON.stringify(events)], prepare);
};

// A guest may have become part of another contact since, and a contact that is gone gets no events.
const INSERT_OF_ITEM = `INSERT INTO contact_event (project_id, contact_id, date, id, name, outbound)
  SELECT project_id, id, $3, $4, 'submitted', $5 FROM contact
   WHERE project_id = $1 AND deleted_at IS NULL AND id = coalesce(
     (SELECT target_id FROM contact_merge WHERE project_id = $1 AND source_id = $2), $2)`;

/** Stores that a contact did something with an engagement item. */
export const insertEventOfItem = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  { id, outbound, date }: { id: string; outbound: string; date: Date },
): Promise<void> => {
  await tx.query(INSERT_OF_ITEM, [projectId, contactId, date, id, outbound], prepare);
};

/** Which of a contact's events are wanted. */
export interface EventPage {
  orderBy: string;
  skip: number;
  limit: number;
}

/** An action with an engagement item, also under the name by which existing widgets know it. */
const SHOWN = `id, date, data, e.outbound,
  CASE WHEN e.outbound IS NULL THEN contact_event.name ELSE 'submitted' END AS name
  FROM contact_event, LATERAL (SELECT coalesce(contact_event.outbound,
    substring(contact_event.name FROM '^outbound-([0-9a-f]{24})-submitted$')) AS outbound) e`;

/** The statement of a page of a contact's events. */
export const eventsSql = ({ orderBy, skip, limit }: EventPage): string =>
  `SELECT ${SHOWN}
    WHERE project_id = $1 AND contact_id = $2 ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`;

/** A page of a contact's events. */
export const findEvents = (
  sql: Sql,
  projectId: string,
  contactId: string,
  page: EventPage,
): Promise<ContactEventRow[]> => sql.query<ContactEventRow>(eventsSql(page), [projectId, contactId]);

const DELETE = `DELETE FROM contact_event WHERE (project_id, contact_id, date, id) IN (
  SELECT project_id, contact_id, date, id FROM contact_event WHERE project_id = $1 AND contact_id = $2 LIMIT $3)
  RETURNING id`;

/** Removes some of a contact's events; answers how many. */
export const deleteEvents = async (
  sql: Sql,
  projectId: string,
  contactId: string,
  limit: number,
): Promise<number> => (await sql.query(DELETE, [projectId, contactId, limit], prepare)).length;

/** Who was heard from, and when. */
export interface Heard {
  projectId: string;
  contactId: string;
  at: Date;
}

// A guest may have become part of another contact since. The rows are taken in the order of their keys, so that two transactions never
// wait for each other.
const HEARD = `
WITH heard AS (
  SELECT e.project_id, coalesce(m.target_id, e.contact_id) AS id, max(e.at) AS at
    FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS e (project_id, contact_id, at)
    LEFT JOIN contact_merge m ON m.project_id = e.project_id AND m.source_id = e.contact_id
   GROUP BY 1, 2
), held AS MATERIALIZED (
  SELECT c.project_id, c.id, heard.at FROM contact c JOIN heard USING (project_id, id)
   WHERE c.deleted_at IS NULL ORDER BY c.project_id, c.id FOR NO KEY UPDATE OF c
)
UPDATE contact c SET last_heard_from = greatest(c.last_heard_from, held.at), last_activity = greatest(c.last_activity, held.at)
  FROM held WHERE c.project_id = held.project_id AND c.id = held.id`;

/** Moves when contacts were last heard from, forward only. */
export const noteHeardFrom = async (tx: Sql, heard: readonly Heard[]): Promise<void> => {
  if (heard.length === 0) return;
  const values = [
    heard.map(({ projectId }) => projectId),
    heard.map(({ contactId }) => contactId),
    heard.map(({ at }) => at),
  ];
  await tx.query(HEARD, values, prepare);
};
