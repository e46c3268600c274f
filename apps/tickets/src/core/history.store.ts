import { newId } from '@parley/persistence';
import type { HistoryActor, HistoryEntry } from './history';

/** A row of a ticket's history by column, as `json_populate_recordset` takes it. */
export interface HistoryRow {
  project_id: string;
  id: string;
  ticket_id: string;
  at: Date;
  actor: HistoryActor;
  field: string;
  from_value: unknown;
  to_value: unknown;
}

/** Changes of one ticket that were made together. */
export interface HistoryChange {
  projectId: string;
  ticketId: string;
  at: Date;
  actor: HistoryActor;
  entries: readonly HistoryEntry[];
}

/** The rows of a change. */
export const historyRows = ({ projectId, ticketId, at, actor, entries }: HistoryChange): HistoryRow[] =>
  entries.map(({ field, from, to }) => ({
    project_id: projectId,
    id: newId(),
    ticket_id: ticketId,
    at,
    actor,
    field,
    from_value: from,
    to_value: to,
  }));

/** An insert of the rows in a JSON parameter, for a statement of one's own. */
export const insertHistory = (parameter: string): string => `
INSERT INTO ticket_history (project_id, id, ticket_id, at, actor, field, from_value, to_value)
  SELECT project_id, id, ticket_id, at, actor, field, from_value, to_value
    FROM json_populate_recordset(NULL::ticket_history, ${parameter}::json)`;
