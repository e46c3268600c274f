import type { EventRow } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { markDirtySql } from '@parley/search';
import {
  insertEventsOfChanged,
  eventsJson,
  type HistoryRow,
  insertHistory,
  type TicketRow,
  ticketColumns,
  toRecord,
  TICKET_INDEX,
} from '../core';

/** Changes of several locked tickets of one project. */
export interface TicketsWrite {
  /** Properties that are written, of every ticket the same ones. */
  properties: readonly (keyof TicketRow)[];
  /** The tickets after the change. */
  rows: readonly TicketRow[];
  history: readonly HistoryRow[];
  events: readonly EventRow[];
}

/** Writes the changes of locked tickets, their history, events and search marks in one statement. */
export const writeTickets = async (
  tx: Sql,
  projectId: string,
  { properties, rows, history, events }: TicketsWrite,
): Promise<void> => {
  const records = rows.map((row) =>
    toRecord(Object.fromEntries(['id', ...properties].map((name) => [name, row[name as keyof TicketRow]]))),
  );
  const names = properties.map((property) => ticketColumns[property]);
  await tx.query(
    `WITH changed AS (
       UPDATE ticket t SET ${names.map((name) => `${name} = r.${name}`).join(', ')}, revision = t.revision + 1
         FROM json_populate_recordset(NULL::ticket, $2::json) r WHERE t.project_id = $1 AND t.id = r.id
       RETURNING t.project_id, t.id, t.duplicate_of_id, t.revision
     ), noted AS (${insertHistory('$3')}
     ), told AS (${insertEventsOfChanged('$4')}
     ), marked AS (${markDirtySql(`SELECT DISTINCT project_id, '${TICKET_INDEX}', coalesce(duplicate_of_id, id) AS id
                                     FROM changed ORDER BY id`)}
     ) SELECT`,
    [projectId, JSON.stringify(records), JSON.stringify(history), eventsJson(events)],
  );
};

/** A kept count: listed tickets of a type and status. */
export interface CountKey {
  type: string;
  status: string;
}

/**
 * Locks kept counts in the order in which every writer takes them. They change at the commit, ticket by ticket, which
 * for many tickets would take them in any order.
 */
export const lockCounts = async (tx: Sql, projectId: string, keys: readonly CountKey[]): Promise<void> => {
  await tx.query(
    `SELECT FROM ticket_count c
      WHERE c.project_id = $1 AND (c.type, c.status) IN (SELECT * FROM unnest($2::text[], $3::text[]))
      ORDER BY c.type, c.status FOR UPDATE`,
    [projectId, keys.map(({ type }) => type), keys.map(({ status }) => status)],
    { prepare: true },
  );
};
