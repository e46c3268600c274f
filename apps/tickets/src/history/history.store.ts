import { newId, type Sql } from '@parley/persistence';
import { type HistoryActor, type HistoryEntry } from './history';

/** Changes of one ticket that were made together. */
export interface HistoryChange {
  ticketId: string;
  at: Date;
  actor: HistoryActor;
  entries: readonly HistoryEntry[];
}

const INSERT = `INSERT INTO ticket_history (project_id, id, ticket_id, at, actor, field, from_value, to_value)
  SELECT $1, r.id, r.ticket_id, r.at, r.actor, r.field, r.from_value, r.to_value
    FROM json_populate_recordset(NULL::ticket_history, $2::json) r`;

/** Writes what changed into the histories of tickets. */
export const appendHistory = async (
  tx: Sql,
  projectId: string,
  changes: readonly HistoryChange[],
): Promise<void> => {
  const rows = changes.flatMap(({ ticketId, at, actor, entries }) =>
    entries.map(({ field, from, to }) => ({
      id: newId(),
      ticket_id: ticketId,
      at,
      actor,
      field,
      from_value: from,
      to_value: to,
    })),
  );
  if (rows.length > 0) await tx.query(INSERT, [projectId, JSON.stringify(rows)], { prepare: true });
};
