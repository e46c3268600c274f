import { type EventRow, outboxColumns } from '@parley/events';
import { eventsJson, columnList, toRecord, type TicketRow, TICKET_INDEX } from '../core';
import type { Sql } from '@parley/persistence';
import { markDirtySql } from '@parley/search';

/** A ticket to insert and its events; the database fills in the running number. */
export interface TicketInsert {
  row: TicketRow;
  events: readonly EventRow[];
}

const copied = columnList.filter((column) => column !== 'bug_id');

/**
 * Running numbers, tickets, search marks and events in one statement, so that a ticket costs one trip and its number is
 * given back when anything fails.
 */
const INSERT = `
WITH numbered AS (
  INSERT INTO ticket_sequence AS s (project_id, value) VALUES ($1, $2)
  ON CONFLICT (project_id) DO UPDATE SET value = s.value + $2 RETURNING value - $2 AS before
), created AS (
  INSERT INTO ticket (bug_id, ${copied.join(', ')})
  SELECT numbered.before + r.ordinality, ${copied.map((column) => `r.${column}`).join(', ')}
    FROM json_populate_recordset(NULL::ticket, $3::json) WITH ORDINALITY r, numbered
  RETURNING project_id, id, bug_id
), marked AS (${markDirtySql(`SELECT project_id, '${TICKET_INDEX}', id FROM created`)}
), told AS (
  INSERT INTO outbox_event (${outboxColumns})
  SELECT e.id, e.subject, e.project_id, e.aggregate_id,
         jsonb_set(jsonb_set(e.payload, '{ticket,bugId}', to_jsonb(created.bug_id)),
           '{history,facts,bugId}', to_jsonb(created.bug_id)), e.headers
    FROM json_populate_recordset(NULL::outbox_event, $4::json) WITH ORDINALITY e JOIN created ON created.id = e.aggregate_id
   ORDER BY e.ordinality
)
SELECT id, bug_id AS "bugId" FROM created`;

/** Inserts tickets of one project, all or none. Answers their running numbers in the order given. */
export const insertTickets = async (
  sql: Sql,
  projectId: string,
  tickets: readonly TicketInsert[],
): Promise<number[]> => {
  const rows = JSON.stringify(tickets.map(({ row }) => toRecord(row)));
  const events = eventsJson(tickets.flatMap(({ events: told }) => told));
  const created = await sql.query<{ id: string; bugId: number }>(
    INSERT,
    [projectId, tickets.length, rows, events],
    { prepare: true },
  );
  const numbers = new Map(created.map(({ id, bugId }) => [id, bugId]));
  return tickets.map(({ row }) => numbers.get(row.id) ?? 0);
};
