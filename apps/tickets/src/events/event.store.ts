import { type EventRow, outboxColumns } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { eventsJson } from './events-json';

/** An insert of the events in a parameter of `eventsJson`, for a statement of one's own. */
export const insertEvents = (parameter: string): string => `
INSERT INTO outbox_event (${outboxColumns})
  SELECT id, subject, project_id, aggregate_id, payload, headers
    FROM json_populate_recordset(NULL::outbox_event, ${parameter}::json) WITH ORDINALITY ORDER BY ordinality`;

const APPEND = insertEvents('$1');

/** Appends events in the transaction of the change, in this order. */
export const appendRows = async (tx: Sql, rows: readonly EventRow[]): Promise<void> => {
  if (rows.length > 0) await tx.query(APPEND, [eventsJson(rows)], { prepare: true });
};
