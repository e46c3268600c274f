import { type EventRow, outboxColumns } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { eventsJson } from './events-json';

/** An insert of the events in a parameter of `eventsJson`, for a statement of one's own. */
export const insertEvents = (parameter: string): string => `
INSERT INTO outbox_event (${outboxColumns})
  SELECT id, subject, project_id, aggregate_id, payload, headers
    FROM json_populate_recordset(NULL::outbox_event, ${parameter}::json) WITH ORDINALITY ORDER BY ordinality`;

/**
 * Like `insertEvents`, in a statement with a part `changed` that answers the events' tickets: an event with a ticket's facts gets
 * their revision.
 */
export const insertEventsOfChanged = (parameter: string): string => `
INSERT INTO outbox_event (${outboxColumns})
  SELECT e.id, e.subject, e.project_id, e.aggregate_id,
         CASE WHEN e.payload #> '{history,facts}' IS NULL THEN e.payload
              ELSE jsonb_set(e.payload, '{history,facts,revision}', to_jsonb(changed.revision)) END, e.headers
    FROM json_populate_recordset(NULL::outbox_event, ${parameter}::json) WITH ORDINALITY e
    JOIN changed ON changed.id = e.aggregate_id ORDER BY e.ordinality`;

const APPEND = insertEvents('$1');

/** Appends events in the transaction of the change, in this order. */
export const appendRows = async (tx: Sql, rows: readonly EventRow[]): Promise<void> => {
  if (rows.length > 0) await tx.query(APPEND, [eventsJson(rows)], { prepare: true });
};
