import { type Sql } from '@parley/persistence';
import { type ContactEventRow } from './contact-event';

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

/** Which of a contact's events are wanted. */
export interface EventPage {
  orderBy: string;
  skip: number;
  limit: number;
}

/** The statement of a page of a contact's events. */
export const eventsSql = ({ orderBy, skip, limit }: EventPage): string =>
  `SELECT id, name, date, data, outbound FROM contact_event
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

// A guest may have become part of another contact since.
const HEARD = `UPDATE contact SET last_heard_from = greatest(last_heard_from, $3::timestamptz),
    last_activity = greatest(last_activity, $3::timestamptz)
  WHERE project_id = $1 AND deleted_at IS NULL AND id = coalesce(
    (SELECT target_id FROM contact_merge WHERE project_id = $1 AND source_id = $2), $2)`;

/** Moves when a contact was last heard from, forward only. */
export const noteHeardFrom = async (
  tx: Sql,
  projectId: string,
  contactId: string,
  at: Date,
): Promise<void> => {
  await tx.query(HEARD, [projectId, contactId, at], prepare);
};
