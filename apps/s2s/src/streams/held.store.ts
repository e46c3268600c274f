import { holdThings } from '@parley/events';
import { defineJob, hastenJob, STANDING } from '@parley/jobs';
import { hashId, type Sql } from '@parley/persistence';
import {
  appendToStream,
  hasMessage,
  type NewStreamEvent,
  type StreamEventRow,
  type StreamName,
} from './stream.store';

/** Milliseconds after which a held event is emitted without its message: the contact never sees it, or its events are very late. */
const PATIENCE_MS = 10_000;

/** Emits events that were held for too long. */
export const releaseJob = defineJob<Record<string, never>>({ name: 'held stream events', every: 300_000 });

/** Locks the numbers of streams, in the order of their keys; a stream of a contact that is gone has none. */
const LOCK = `
INSERT INTO stream_head AS h (project_id, contact_id, seq)
SELECT DISTINCT project_id, contact_id, 0 FROM unnest($1::text[], $2::text[], $3::text[]) AS s (project_id, contact_id, digest)
 WHERE NOT EXISTS (SELECT FROM gone_contact g WHERE g.project_id = s.project_id AND g.digest = s.digest)
 ORDER BY project_id, contact_id
ON CONFLICT (project_id, contact_id) DO UPDATE SET seq = h.seq RETURNING 1`;

const lockNumbers = async (tx: Sql, streams: readonly StreamName[]): Promise<boolean> => {
  const values = [
    streams.map(({ projectId }) => projectId),
    streams.map(({ contactId }) => contactId),
    streams.map(({ contactId }) => hashId(contactId)),
  ];
  return (await tx.query(LOCK, values, { prepare: true })).length > 0;
};

/** Locks the numbers of a stream and keeps its contact from being deleted; false when it is. */
const holdAndLock = async (tx: Sql, stream: StreamName): Promise<boolean> => {
  await holdThings(tx, [{ projectId: stream.projectId, id: stream.contactId }]);
  return lockNumbers(tx, [stream]);
};

/** A stream, and the message that its events follow. */
export interface Behind extends StreamName {
  conversationId: string;
  /** Undefined where no message is waited for. */
  after: string | undefined;
}

/**
 * Appends events to the stream of a contact after a message of its conversation. Answers those that have their numbers now: others
 * get them with the message, or after 10 s. The stream is locked, so that the message cannot come in between.
 */
export const appendBehind = async (
  tx: Sql,
  { conversationId, after, ...stream }: Behind,
  events: readonly NewStreamEvent[],
): Promise<StreamEventRow[]> => {
  if (events.length === 0 || !(await holdAndLock(tx, stream))) return [];
  const [last] = await tx.query<{ after: string }>(
    `SELECT after_message AS after FROM held_event WHERE project_id = $1 AND contact_id = $2 AND conversation_id = $3
      ORDER BY place DESC LIMIT 1`,
    [stream.projectId, stream.contactId, conversationId],
    { prepare: true },
  );
  const awaited = after !== undefined && !(await hasMessage(tx, stream, after)) ? after : last?.after;
  if (awaited === undefined) return appendToStream(tx, stream, events);
  for (const { name, data, at } of events)
    await tx.query(
      `INSERT INTO held_event (project_id, contact_id, conversation_id, after_message, name, data, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [stream.projectId, stream.contactId, conversationId, awaited, name, JSON.stringify(data), at],
      { prepare: true },
    );
  const [{ at: now } = { at: new Date() }] = events;
  await hastenJob(tx, releaseJob, {}, { ...STANDING, now, at: new Date(now.getTime() + PATIENCE_MS) });
  return [];
};

/** A held event. */
export interface Held extends StreamName {
  after: string;
  event: NewStreamEvent;
}

type HeldRow = StreamName & NewStreamEvent & { place: string; after: string };

const RETURNED = `project_id AS "projectId", contact_id AS "contactId", place::text, after_message AS after, name, data, at`;

const inOrder = (rows: HeldRow[]): Held[] =>
  rows
    .sort((one, other) => Number(one.place) - Number(other.place))
    .map(({ projectId, contactId, after, name, data, at }) => ({
      ...{ projectId, contactId, after },
      event: { name, data, at },
    }));

/**
 * Takes the events held for messages that get their numbers in this transaction, in their order. The caller keeps the contacts from
 * being deleted.
 */
export const takeHeld = async (
  tx: Sql,
  messages: readonly (StreamName & { id: string })[],
): Promise<Held[]> => {
  if (messages.length === 0 || !(await lockNumbers(tx, messages))) return [];
  const rows = await tx.query<HeldRow>(
    `DELETE FROM held_event e USING unnest($1::text[], $2::text[], $3::text[]) AS m (project_id, contact_id, id)
      WHERE e.project_id = m.project_id AND e.contact_id = m.contact_id AND e.after_message = m.id
      RETURNING e.${RETURNED.replaceAll(', ', ', e.')}`,
    [
      messages.map(({ projectId }) => projectId),
      messages.map(({ contactId }) => contactId),
      messages.map(({ id }) => id),
    ],
    { prepare: true },
  );
  return inOrder(rows);
};

/** Streams with an event that is held for too long. */
export const streamsHeldTooLong = (sql: Sql, now: Date, limit: number): Promise<StreamName[]> =>
  sql.query(
    `SELECT project_id AS "projectId", contact_id AS "contactId" FROM held_event WHERE at <= $1 GROUP BY 1, 2 LIMIT $2`,
    [new Date(now.getTime() - PATIENCE_MS), limit],
  );

/** When the next event is held for too long; undefined when none is held. */
export const nextRelease = async (sql: Sql): Promise<Date | undefined> => {
  const [held] = await sql.query<{ at: Date | null }>('SELECT min(at) AS at FROM held_event');
  return held?.at ? new Date(held.at.getTime() + PATIENCE_MS) : undefined;
};

/** Gives all that is held of a stream its numbers. */
export const appendHeld = async (tx: Sql, stream: StreamName): Promise<StreamEventRow[]> => {
  await holdAndLock(tx, stream);
  const rows = await tx.query<HeldRow>(
    `DELETE FROM held_event WHERE project_id = $1 AND contact_id = $2 RETURNING ${RETURNED}`,
    [stream.projectId, stream.contactId],
  );
  return appendToStream(
    tx,
    stream,
    inOrder(rows).map(({ event }) => event),
  );
};
