import { type Sql } from '@parley/persistence';

/** Names a stream: a contact's, or with an empty `contactId` the project's. */
export interface StreamName {
  projectId: string;
  contactId: string;
}

/** An event that gets a number. */
export interface NewStreamEvent {
  name: string;
  data: object;
  at: Date;
}

/** An event of a stream. */
export interface StreamEventRow extends NewStreamEvent {
  seq: number;
}

// The head's row is locked until the transaction ends: numbers become visible in their order and without a gap.
const APPEND = `
WITH head AS (
  INSERT INTO stream_head AS h (project_id, contact_id, seq) VALUES ($1, $2, json_array_length($3::json))
  ON CONFLICT (project_id, contact_id) DO UPDATE SET seq = h.seq + EXCLUDED.seq RETURNING seq
)
INSERT INTO stream_event (project_id, contact_id, seq, name, data, at)
  SELECT $1, $2, head.seq - json_array_length($3::json) + e.place, e.event->>'name', (e.event->'data')::jsonb,
         (e.event->>'at')::timestamptz
    FROM head, json_array_elements($3::json) WITH ORDINALITY AS e (event, place)
  RETURNING seq`;

/** Appends events to a stream in their order; answers them with their numbers. */
export const appendToStream = async (
  tx: Sql,
  { projectId, contactId }: StreamName,
  events: readonly NewStreamEvent[],
): Promise<StreamEventRow[]> => {
  if (events.length === 0) return [];
  const rows = await tx.query<{ seq: number }>(APPEND, [projectId, contactId, JSON.stringify(events)], {
    prepare: true,
  });
  const first = Math.min(...rows.map(({ seq }) => seq));
  return events.map((event, at) => ({ ...event, seq: first + at }));
};

const HEAD = 'SELECT seq FROM stream_head WHERE project_id = $1 AND contact_id = $2';

/** The latest number of a stream; 0 for one without events. */
export const headOf = async (sql: Sql, { projectId, contactId }: StreamName): Promise<number> => {
  const [row] = await sql.query<{ seq: number }>(HEAD, [projectId, contactId], { prepare: true });
  return row?.seq ?? 0;
};

const HEADS = `
SELECT coalesce(h.seq, 0) AS seq FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s (project_id, contact_id, place)
  LEFT JOIN stream_head h USING (project_id, contact_id) ORDER BY s.place`;

/** The latest numbers of streams, in the order of these. */
export const headsOf = async (sql: Sql, streams: readonly StreamName[]): Promise<number[]> => {
  const values = [streams.map(({ projectId }) => projectId), streams.map(({ contactId }) => contactId)];
  return (await sql.query<{ seq: number }>(HEADS, values, { prepare: true })).map(({ seq }) => seq);
};

/** The statement of the events of a stream after a number. */
export const AFTER = `
SELECT seq, name, data, at FROM stream_event
 WHERE project_id = $1 AND contact_id = $2 AND seq > $3 ORDER BY seq LIMIT $4`;

/** Events of a stream after a number, in their order. */
export const eventsAfter = (
  sql: Sql,
  { projectId, contactId }: StreamName,
  after: number,
  limit: number,
): Promise<StreamEventRow[]> => sql.query(AFTER, [projectId, contactId, after, limit], { prepare: true });

/** The statement that removes some of what is older than a time. */
export const TRIM_OLD = `
DELETE FROM stream_event WHERE (project_id, contact_id, seq) IN (
  SELECT project_id, contact_id, seq FROM stream_event WHERE at < $1 ORDER BY at LIMIT $2)`;

/** Removes what is older than a time, at most so many; answers how many. */
export const trimOld = async (sql: Sql, before: Date, limit: number): Promise<number> => {
  const rows = await sql.query(`${TRIM_OLD} RETURNING seq`, [before, limit]);
  return rows.length;
};

// A stream that grew by less than a thousand since the last look is passed over at the first row.
const TRIM_LONG = `
DELETE FROM stream_event e USING (
  SELECT project_id, contact_id, seq FROM stream_head WHERE seq > $1 AND (project_id, contact_id) > ($2, $3)
   ORDER BY project_id, contact_id LIMIT $4) h
 WHERE e.project_id = h.project_id AND e.contact_id = h.contact_id AND e.seq <= h.seq - $1`;

const NEXT_HEADS = `
SELECT project_id AS "projectId", contact_id AS "contactId" FROM stream_head
 WHERE seq > $1 AND (project_id, contact_id) > ($2, $3) ORDER BY project_id, contact_id LIMIT $4`;

/** Removes what lies further back than `kept` numbers from the streams after one, so many streams; answers the last of them. */
export const trimLong = async (
  sql: Sql,
  { after, kept, streams }: { after: StreamName; kept: number; streams: number },
): Promise<StreamName | undefined> => {
  const values = [kept, after.projectId, after.contactId, streams];
  const heads = await sql.query<StreamName>(NEXT_HEADS, values);
  if (heads.length > 0) await sql.query(TRIM_LONG, values);
  return heads.length < streams ? undefined : heads.at(-1);
};

/** Forgets a contact's stream. */
export const removeStream = async (tx: Sql, { projectId, contactId }: StreamName): Promise<void> => {
  await tx.query('DELETE FROM stream_event WHERE project_id = $1 AND contact_id = $2', [
    projectId,
    contactId,
  ]);
  await tx.query('DELETE FROM stream_head WHERE project_id = $1 AND contact_id = $2', [projectId, contactId]);
};
