import { keysetAfter, type Sql } from '@parley/persistence';
import type { HistoryActor, HistoryEntry } from '../core';

/** A change as the history keeps it, with the names of those it speaks of as they are now. */
export interface HistoryView extends HistoryEntry {
  id: string;
  at: Date;
  actor: HistoryActor;
  actorName: string | null;
  actorEmail: string | null;
  /** Name of the user, team or contact that `from` and `to` identify. */
  fromName: string | null;
  toName: string | null;
}

/** Changes that are in memory at a time. */
const PAGE = 200;

const userName = (alias: string): string =>
  `coalesce(nullif(concat_ws(' ', ${alias}.first_name, ${alias}.last_name), ''), ${alias}.email)`;

/** Name of the object that a value of the history identifies. */
const selectName = (value: string): string => {
  const of = (table: string, name: string): string =>
    `(SELECT ${name} FROM ${table} r WHERE r.project_id = h.project_id AND r.id = ${value} #>> '{}')`;
  return `CASE h.field WHEN 'processingUser' THEN ${of('user_reference', userName('r'))}
    WHEN 'processingTeam' THEN ${of('team_reference', 'r.name')}
    WHEN 'participant' THEN ${of('contact_reference', 'coalesce(r.name, r.email)')}
    WHEN 'session' THEN ${of('contact_reference', 'coalesce(r.name, r.email)')} END`;
};

const columns = `h.id, h.at, h.actor, h.field, h.from_value AS "from", h.to_value AS "to",
  coalesce(h.actor ->> 'name', ${userName('u')}, c.name, c.email) AS "actorName",
  coalesce(u.email, c.email, h.actor ->> 'email') AS "actorEmail",
  ${selectName('h.from_value')} AS "fromName", ${selectName('h.to_value')} AS "toName"`;

/** Which part of a history is wanted, and in which order. */
export interface HistoryPart {
  skip: number;
  limit: number;
  order: 'ascending' | 'descending';
}

const WHOLE: HistoryPart = { skip: 0, limit: Number.MAX_SAFE_INTEGER, order: 'ascending' };

const findPage = (
  sql: Sql,
  params: unknown[],
  after: string,
  { skip, limit, order }: HistoryPart,
): Promise<HistoryView[]> =>
  sql.query<HistoryView>(
    `SELECT ${columns} FROM ticket_history h
       LEFT JOIN user_reference u ON u.project_id = h.project_id AND u.id = h.actor ->> 'id'
       LEFT JOIN contact_reference c ON c.project_id = h.project_id AND c.id = h.actor ->> 'id'
      WHERE h.project_id = $1 AND h.ticket_id = $2 AND ${after}
      ORDER BY ${order === 'ascending' ? 'h.at, h.id' : 'h.at DESC, h.id DESC'}
      LIMIT ${Math.min(limit, PAGE)} OFFSET ${skip}`,
    params,
    { prepare: true },
  );

/** The changes of a ticket, or a part of them, a page at a time; oldest first unless it says otherwise. */
export async function* ticketHistory(
  sql: Sql,
  projectId: string,
  ticketId: string,
  part: HistoryPart = WHOLE,
): AsyncGenerator<HistoryView[]> {
  let page = await findPage(sql, [projectId, ticketId], 'TRUE', part);
  let left = part.limit;
  while (page.length > 0) {
    yield page;
    left -= page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE || left <= 0) return;
    const params: unknown[] = [projectId, ticketId];
    const after = keysetAfter(['h.at', 'h.id'], part.order, [last.at, last.id], params);
    page = await findPage(sql, params, after, { ...part, skip: 0, limit: left });
  }
}
