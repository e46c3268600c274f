import { type Sql } from '@parley/persistence';
import { viewColumns, viewJoins, ticketColumns, toRecord } from './ticket.columns';
import { type TicketRow, type TicketView } from './ticket';

const GET = `SELECT ${viewColumns} FROM ticket t ${viewJoins} WHERE t.project_id = $1 AND t.id = $2`;

/** A ticket with what its document shows, merged and hidden ones too. */
export const getTicket = async (sql: Sql, projectId: string, id: string): Promise<TicketView | undefined> => {
  const [row] = await sql.query<TicketView>(GET, [projectId, id], { prepare: true });
  return row;
};

/** As `getTicket`; nobody else changes the ticket until the transaction ends. */
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

/** Writes the given properties of a ticket. */
export const updateTicket = async (
  tx: Sql,
  projectId: string,
  id: string,
  changes: Partial<TicketRow>,
): Promise<void> => {
  const columns = Object.keys(changes).map((property) => ticketColumns[property as keyof TicketRow]);
  await tx.query(
    `UPDATE ticket t SET ${columns.map((column) => `${column} = r.${column}`).join(', ')}
       FROM json_populate_record(NULL::ticket, $3::json) r WHERE t.project_id = $1 AND t.id = $2`,
    [projectId, id, JSON.stringify(toRecord(changes))],
  );
};
