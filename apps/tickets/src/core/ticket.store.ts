import type { EventRow } from '@parley/events';
import { createUsualTexts, type Sql } from '@parley/persistence';
import { markDirtySql } from '@parley/search';
import { insertEventsOfChanged } from './event.store';
import { eventsJson } from './events-json';
import { type HistoryRow, insertHistory } from './history.store';
import { viewColumns, viewJoins, ticketColumns, toRecord } from './ticket.columns';
import type { TicketKey, TicketReading } from './read-queue';
import { joinedUnread, joinReading } from './reading.sql';
import type { TicketRow, TicketView } from './ticket';
import type { TicketDocumentView } from './ticket.list.store';
import { TICKET_INDEX } from './ticket.search';

const getSql = ({ columns, joins }: Pick<TicketDocumentView, 'columns' | 'joins'>): string =>
  `SELECT ${columns} FROM ticket t ${joins} WHERE t.project_id = $1 AND t.id = $2`;

const GET = getSql({ columns: viewColumns, joins: viewJoins });

/** A ticket with what its document shows, merged and hidden ones too. */
export const getTicket = async (sql: Sql, projectId: string, id: string): Promise<TicketView | undefined> => {
  const [row] = await sql.query<TicketView>(GET, [projectId, id], { prepare: true });
  return row;
};

/** As `getTicket`, with the fields of a view. */
export const getTicketPart = async (
  sql: Sql,
  projectId: string,
  id: string,
  view: TicketDocumentView,
): Promise<TicketView | undefined> => {
  const [row] = await sql.query<TicketView>(getSql(view), [projectId, id], { prepare: view.prepare });
  return row;
};

/** The public names of a ticket. */
export type TicketNames = Pick<TicketView, 'id' | 'bugId' | 'shareToken' | 'secretShareToken'>;

const NAMED = `SELECT id, bug_id AS "bugId", share_token AS "shareToken", secret_share_token AS "secretShareToken"
  FROM ticket WHERE project_id = $1 AND (id = ANY ($2::text[]) OR bug_id = ANY ($3::integer[]))`;

/** Tickets by ids or running numbers, in any order. */
export const findNamedTickets = (
  sql: Sql,
  projectId: string,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly number[] },
): Promise<TicketNames[]> => sql.query<TicketNames>(NAMED, [projectId, ids, numbers], { prepare: true });

/** Like `getTicket`; locks the ticket until the transaction ends. */
export const lockTicket = async (tx: Sql, projectId: string, id: string): Promise<TicketView | undefined> => {
  const [row] = await tx.query<TicketView>(`${GET} FOR UPDATE OF t`, [projectId, id], { prepare: true });
  return row;
};

const GET_MANY = `SELECT ${viewColumns} FROM ticket t ${viewJoins}
  WHERE t.project_id = $1 AND t.id = ANY ($2::text[]) ORDER BY t.id`;

/** Tickets with what their documents show, by id. */
export const getTickets = (sql: Sql, projectId: string, ids: readonly string[]): Promise<TicketView[]> =>
  sql.query<TicketView>(GET_MANY, [projectId, ids], { prepare: true });

/** As `getTickets`, locked in the order of their ids, so that two who lock several never wait for each other. */
export const lockTickets = (tx: Sql, projectId: string, ids: readonly string[]): Promise<TicketView[]> =>
  tx.query<TicketView>(`${GET_MANY} FOR UPDATE OF t`, [projectId, ids], { prepare: true });

const unreadColumn = (person: string): string =>
  `CASE WHEN ${person} IS NOT NULL THEN ${joinedUnread(person)} END AS "isUnread"`;

const READ = `SELECT ${viewColumns}, ${unreadColumn('$3::text')} FROM ticket t ${viewJoins} ${joinReading('$3')}
  WHERE t.project_id = $1 AND t.id = $2`;

const READ_TOGETHER = `SELECT k.place::int, ${viewColumns}, ${unreadColumn('k.user_id')}
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k (project_id, id, user_id, place)
  JOIN ticket t ON t.project_id = k.project_id AND t.id = k.id ${viewJoins} ${joinReading('k.user_id')}`;

/**
 * Tickets of several projects with the copies that their documents show, each for its person. A single one, the usual case, has a
 * statement of its own: PostgreSQL plans it once, but lists of unknown length every time.
 */
export const readTicketsAnywhere = async (
  sql: Sql,
  keys: readonly TicketKey[],
): Promise<(TicketReading | undefined)[]> => {
  const [first, second] = keys;
  if (first && !second)
    return [
      (await sql.query<TicketReading>(READ, [first.projectId, first.id, first.userId], { prepare: true }))[0],
    ];
  const values = [
    keys.map(({ projectId }) => projectId),
    keys.map(({ id }) => id),
    keys.map(({ userId }) => userId),
  ];
  const rows = await sql.query<TicketReading & { place: number }>(READ_TOGETHER, values, { prepare: true });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return keys.map((_, at) => byPlace.get(at + 1));
};

/** Those of the ids that are tickets of the project. */
export const existingTickets = async (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM ticket WHERE project_id = $1 AND id = ANY ($2::text[])',
    [projectId, ids],
    { prepare: true },
  );
  return new Set(rows.map(({ id }) => id));
};

/** Rows written together with a ticket's change. */
export interface TicketWrite {
  /** Properties to write. */
  columns: Partial<TicketRow>;
  history: readonly HistoryRow[];
  events: readonly EventRow[];
}

const isUsual = createUsualTexts();

/** Writes the change of a locked ticket, its history, events and search mark in one statement. */
export const writeTicket = async (
  tx: Sql,
  { projectId, id }: Pick<TicketRow, 'projectId' | 'id'>,
  { columns, history, events }: TicketWrite,
): Promise<void> => {
  const names = Object.keys(columns)
    .map((property) => ticketColumns[property as keyof TicketRow])
    .sort();
  const text = `WITH changed AS (
       UPDATE ticket t SET ${names.map((name) => `${name} = r.${name}`).join(', ')}, revision = t.revision + 1
         FROM json_populate_record(NULL::ticket, $3::json) r WHERE t.project_id = $1 AND t.id = $2
       RETURNING t.project_id, t.id, t.duplicate_of_id, t.revision
     ), noted AS (${insertHistory('$4')}
     ), told AS (${insertEventsOfChanged('$5')}
     ), marked AS (${markDirtySql(`SELECT project_id, '${TICKET_INDEX}', coalesce(duplicate_of_id, id) FROM changed`)}
     ) SELECT`;
  const values = [
    projectId,
    id,
    JSON.stringify(toRecord(columns)),
    JSON.stringify(history),
    eventsJson(events),
  ];
  await tx.query(text, values, { prepare: isUsual(text) });
};
