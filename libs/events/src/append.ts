import { newId, type Sql } from '@parley/persistence';
import type { NewEvent } from './event';

/** Most bytes of one serialised payload: a NATS server takes messages of 1 MiB, headers included. */
export const maxPayloadBytes = 900_000;

const SUBJECT = /^[a-z][a-z0-9-]*\.v\d+(\.[a-z][a-z0-9_-]*){2,}$/;
const PRINTABLE = /^[\x20-\x7e]*$/;
const HEADER = /^(?!nats-|parley-)[a-z][a-z0-9-]*$/i;
const IDENTIFIER = /^[\x21-\x7e]{1,200}$/;

/** Columns of `outbox_event` that an insert fills, in the order of `eventRow`; the others have defaults. */
export const outboxColumns = 'id, subject, project_id, aggregate_id, payload, headers';

/** Values for `outboxColumns`: id, subject, project, aggregate, payload as JSON text, headers as JSON text. */
export type EventRow = readonly [string, string, string, string, string, string];

/**
 * The values of one event for `outboxColumns`, with a new id. Throws a TypeError or RangeError for an event that could
 * never be published, so that the mistake ends the transaction and not the relay.
 */
export const eventRow = (event: NewEvent): EventRow => {
  const { subject, projectId, aggregateId, headers = {} } = event;
  if (!SUBJECT.test(subject))
    throw new TypeError(`"${subject}" is no event subject: <service>.v<n>.<noun>.<verb>`);
  if (!IDENTIFIER.test(projectId) || !IDENTIFIER.test(aggregateId)) {
    throw new TypeError(
      `Event ${subject}: project and aggregate must be ids of 1 to 200 printable characters`,
    );
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER.test(name) || !PRINTABLE.test(value)) {
      throw new TypeError(`Event ${subject}: the header "${name}" is reserved or not printable ASCII`);
    }
  }
  const payload = JSON.stringify(event.payload);
  if (payload === undefined) throw new TypeError(`Event ${subject}: the payload is not JSON`);
  const bytes = Buffer.byteLength(payload);
  if (bytes > maxPayloadBytes) {
    throw new RangeError(
      `Event ${subject}: the payload has ${bytes} bytes, at most ${maxPayloadBytes} are possible`,
    );
  }
  return [newId(), subject, projectId, aggregateId, payload, JSON.stringify(headers)];
};

/**
 * The parameter list that takes one `eventRow`, for a statement of one's own:
 * `WITH changed AS (UPDATE … RETURNING id) INSERT INTO outbox_event (${outboxColumns}) SELECT ${outboxValues(5)} FROM changed`
 * with `values = [...own four, ...eventRow(event)]`.
 *
 * @param first Number of the first parameter.
 */
export const outboxValues = (first: number): string =>
  ['text', 'text', 'text', 'text', 'jsonb', 'jsonb']
    .map((type, index) => `$${first + index}::${type}`)
    .join(', ');

/** Many events in FROM, by `eventColumns` as the first six parameters: the columns of `outboxColumns`, and `position`. */
export const outboxRows = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
    WITH ORDINALITY AS e (id, subject, project_id, aggregate_id, payload, headers, position)`;

/** The parameters of `outboxRows`. */
export const eventColumns = (rows: readonly EventRow[]): unknown[] =>
  [0, 1, 2, 3, 4, 5].map((column) => rows.map((row) => row[column]));

const APPEND = `INSERT INTO outbox_event (${outboxColumns})
  SELECT id, subject, project_id, aggregate_id, payload::jsonb, headers::jsonb
  FROM ${outboxRows}
  ORDER BY position`;

/**
 * Appends events in the transaction of their change, in this order. Wake the outbox after the commit. Events
 * of one aggregate keep their order only when its writers exclude each other, e.g. by the row's lock.
 *
 * @returns The events' ids.
 */
export const appendEvents = (sql: Sql, events: readonly NewEvent[]): Promise<string[]> =>
  appendEventRows(sql, events.map(eventRow));

/** As `appendEvents`, for events that are rows already. */
export const appendEventRows = async (sql: Sql, rows: readonly EventRow[]): Promise<string[]> => {
  if (rows.length === 0) return [];
  await sql.query(APPEND, eventColumns(rows), { prepare: true });
  return rows.map(([id]) => id);
};
