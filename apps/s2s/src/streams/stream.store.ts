import { holdThings } from '@parley/events';
import { hashId, type Sql } from '@parley/persistence';

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

/** The contact that the events of a project's stream are about. */
export interface About {
  contactId?: string | undefined;
}

/** An event of a stream. */
export interface StreamEventRow extends NewStreamEvent {
  seq: number;
}

/** An event with its stream and its contact. */
export interface Appended extends About {
  stream: StreamName;
  event: NewStreamEvent;
}

/**
 * The statement that numbers events. The heads' rows are locked until the transaction ends: numbers become visible in their order and
 * without a gap. They are taken in the order of their keys, so that two transactions never wait for each other.
 */
export const APPEND = `
WITH event AS MATERIALIZED (
  SELECT e.*, row_number() OVER (PARTITION BY project_id, contact_id ORDER BY place)::integer AS nth
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
         WITH ORDINALITY AS e (project_id, contact_id, digest, name, data, at, about, place)
   WHERE NOT EXISTS (SELECT FROM gone_contact g WHERE g.project_id = e.project_id AND g.digest = e.digest)
), added AS (
  SELECT project_id, contact_id, count(*)::integer AS events FROM event GROUP BY project_id, contact_id
), head AS (
  INSERT INTO stream_head AS h (project_id, contact_id, seq)
  SELECT project_id, contact_id, events FROM added ORDER BY project_id, contact_id
  ON CONFLICT (project_id, contact_id) DO UPDATE SET seq = h.seq + EXCLUDED.seq
  RETURNING project_id, contact_id, seq
), numbered AS (
  SELECT event.*, head.seq - added.events + event.nth AS seq
    FROM event JOIN added USING (project_id, contact_id) JOIN head USING (project_id, contact_id)
), written AS (
  INSERT INTO stream_event (project_id, contact_id, seq, name, data, at, about)
  SELECT project_id, contact_id, seq, name, data::jsonb, at, about FROM numbered
)
SELECT place::integer, seq FROM numbered`;

/** Keeps the contacts of events from being deleted until the transaction ends. */
const holdContacts = (tx: Sql, appended: readonly Appended[]): Promise<void> =>
  holdThings(
    tx,
    appended.flatMap(({ stream: { projectId, contactId }, contactId: about }) => {
      const id = contactId || about;
      return id ? [{ projectId, id }] : [];
    }),
  );

/**
 * Appends events to streams in their order. The caller keeps their contacts from being deleted. Answers the number of each; undefined
 * when its contact is deleted.
 */
export const appendAll = async (tx: Sql, appended: readonly Appended[]): Promise<(number | undefined)[]> => {
  if (appended.length === 0) return [];
  const concerned = appended.map(({ stream, contactId }) => stream.contactId || contactId);
  const rows = await tx.query<{ place: number; seq: number }>(
    APPEND,
    [
      appended.map(({ stream }) => stream.projectId),
      appended.map(({ stream }) => stream.contactId),
      concerned.map((contactId) => (contactId ? hashId(contactId) : '')),
      appended.map(({ event }) => event.name),
      appended.map(({ event }) => JSON.stringify(event.data)),
      appended.map(({ event }) => event.at),
      appended.map(({ stream, contactId }) => (stream.contactId ? null : (contactId ?? null))),
    ],
    { prepare: true },
  );
  const seqs = new Map(rows.map(({ place, seq }) => [place, seq]));
  return appended.map((_, at) => seqs.get(at + 1));
};

/** Appends events to one stream; answers them with their numbers, or none when its contact is deleted. */
export const appendToStream = async (
  tx: Sql,
  stream: StreamName,
  events: readonly NewStreamEvent[],
  about: About = {},
): Promise<StreamEventRow[]> => {
  const appended = events.map((event) => ({ stream, event, ...about }));
  await holdContacts(tx, appended);
  const seqs = await appendAll(tx, appended);
  return events.flatMap((event, at) => {
    const seq = seqs[at];
    return seq === undefined ? [] : [{ ...event, seq }];
  });
};

const HEADS = `
SELECT coalesce(h.seq, 0) AS seq, coalesce(h.blocked, false) OR g.digest IS NOT NULL AS ended
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS s (project_id, contact_id, digest, place)
  LEFT JOIN stream_head h USING (project_id, contact_id)
  LEFT JOIN gone_contact g USING (project_id, digest) ORDER BY s.place`;

/** The end of a stream: its latest number, and whether its contact may hear no more. */
export interface StreamHead {
  seq: number;
  ended: boolean;
}

/** The ends of streams, in the order of these. */
export const readHeads = (sql: Sql, streams: readonly StreamName[]): Promise<StreamHead[]> => {
  const values = [
    streams.map(({ projectId }) => projectId),
    streams.map(({ contactId }) => contactId),
    streams.map(({ contactId }) => hashId(contactId)),
  ];
  return sql.query(HEADS, values, { prepare: true });
};

/**
 * The statement of the events of a stream after a number, with the latest number of the stream as of the same moment. The
 * first is answered whatever its size, those behind it as long as all of them together stay below `$5` bytes.
 */
export const AFTER = `
SELECT coalesce(h.seq, 0) AS head, e.seq, e.name, e.data, e.at
  FROM (SELECT $1::text AS project_id, $2::text AS contact_id) s
  LEFT JOIN stream_head h USING (project_id, contact_id)
  LEFT JOIN LATERAL (
    SELECT seq, name, data, at, sum(octet_length(data::text)) OVER (ORDER BY seq) - octet_length(data::text) AS before
      FROM (SELECT * FROM stream_event WHERE project_id = $1 AND contact_id = $2 AND seq > $3
             ORDER BY seq LIMIT $4) e
  ) e ON e.before < $5
 ORDER BY e.seq`;

/** The events of a stream after a number, in their order, and its latest number; 0 for a stream without events. */
export const eventsAfter = async (
  sql: Sql,
  { projectId, contactId }: StreamName,
  { after, limit, bytes }: { after: number; limit: number; bytes: number },
): Promise<{ head: number; events: StreamEventRow[] }> => {
  const values = [projectId, contactId, after, limit, bytes];
  const rows = await sql.query<StreamEventRow & { head: number; seq: number | null }>(AFTER, values, {
    prepare: true,
  });
  return { head: rows[0]?.head ?? 0, events: rows.filter(({ seq }) => seq !== null) };
};

/** The statement that removes some events older than a time. */
export const TRIM_OLD = `
DELETE FROM stream_event WHERE (project_id, contact_id, seq) IN (
  SELECT project_id, contact_id, seq FROM stream_event WHERE at < $1 ORDER BY at LIMIT $2)`;

/** Removes events older than a time, at most so many; answers how many. */
export const trimOld = async (sql: Sql, before: Date, limit: number): Promise<number> => {
  const rows = await sql.query(`${TRIM_OLD} RETURNING seq`, [before, limit]);
  return rows.length;
};

/** Most events of a stream that are kept (docs/rules/s2s.md). */
export const KEPT_EVENTS = 1_000;

/** Streams that may have more than the kept events. The number stands in the text, so that their index serves it. */
export const LONG_STREAMS = `
SELECT project_id AS "projectId", contact_id AS "contactId", seq FROM stream_head
 WHERE seq > ${KEPT_EVENTS} AND (project_id, contact_id) > ($1, $2) ORDER BY project_id, contact_id LIMIT $3`;

const TRIM_LONG = `
DELETE FROM stream_event e USING unnest($1::text[], $2::text[], $3::int[]) AS h (project_id, contact_id, seq)
 WHERE e.project_id = h.project_id AND e.contact_id = h.contact_id AND e.seq <= h.seq - ${KEPT_EVENTS}`;

/** Removes all but the newest 1,000 events from so many streams after one; answers the last of them, if there may be more. */
export const trimLong = async (
  sql: Sql,
  { after, streams }: { after: StreamName; streams: number },
): Promise<StreamName | undefined> => {
  const values = [after.projectId, after.contactId, streams];
  const heads = await sql.query<StreamName & { seq: number }>(LONG_STREAMS, values);
  if (heads.length > 0)
    await sql.query(TRIM_LONG, [
      heads.map(({ projectId }) => projectId),
      heads.map(({ contactId }) => contactId),
      heads.map(({ seq }) => seq),
    ]);
  return heads.length < streams ? undefined : heads.at(-1);
};

const BLOCK = `
INSERT INTO stream_head AS h (project_id, contact_id, seq, blocked) VALUES ($1, $2, 0, true)
ON CONFLICT (project_id, contact_id) DO UPDATE SET blocked = true WHERE NOT h.blocked`;
const UNBLOCK =
  'UPDATE stream_head SET blocked = false WHERE project_id = $1 AND contact_id = $2 AND blocked';

/** Notes whether a contact may hear its stream. */
export const setBlocked = async (
  tx: Sql,
  { projectId, contactId }: StreamName,
  isBlocked: boolean,
): Promise<void> => {
  await tx.query(isBlocked ? BLOCK : UNBLOCK, [projectId, contactId]);
};

/** The latest events of a stream in which a message is looked for. */
const LATEST_EVENTS = 500;

/** Whether a message is among the latest events of a contact's stream. */
export const hasMessage = async (
  sql: Sql,
  { projectId, contactId }: StreamName,
  messageId: string,
): Promise<boolean> => {
  const rows = await sql.query(
    `SELECT 1 FROM (SELECT name, data FROM stream_event WHERE project_id = $1 AND contact_id = $2
                     ORDER BY seq DESC LIMIT ${LATEST_EVENTS}) latest
      WHERE name = 'message.created' AND data -> 'message' ->> 'id' = $3 LIMIT 1`,
    [projectId, contactId, messageId],
    { prepare: true },
  );
  return rows.length > 0;
};
