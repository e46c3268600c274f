import type { Sql } from '@parley/persistence';
import { type TicketDocumentView, type TicketView, LISTED, ticketViews } from '../core';

/** The ticket type of the unified inbox. */
export const INBOX_TYPE = 'INQUIRY';

/** The content of the unified inbox, over `t`. The text is that of the partial indexes. */
const INBOX = `t.type = '${INBOX_TYPE}' AND t.status <> 'DONE' AND t.status <> 'SNOOZED' AND ${LISTED}`;

/** Conditions of a preset on tickets of the person $2 at the time $3; a ticket that meets one of them is shown. */
export type Preset = readonly string[];

const MINE = "coalesce(t.processing_user_id, '') = $2::text";
const MENTIONED = "t.mention_ids <> '{}' AND t.mention_ids @> ARRAY[$2::text]";

/** Every preset; an index answers each of its conditions. The rules are in docs/rules/tickets.md. */
export const presets = {
  my: [MINE],
  personalinbox: [MINE, MENTIONED],
  unassigned: ["coalesce(t.processing_user_id, '') = ''"],
  unread: ['t.notifications_unread'],
  mentioned: [MENTIONED],
  overdue: ['t.sla_breached', 't.due_date IS NOT NULL AND t.due_date < $3::timestamptz'],
} as const satisfies Record<string, Preset>;

/** A page of a member's inbox. */
export interface InboxPage {
  projectIds: readonly string[];
  userId: string;
  preset: Preset;
  now: Date;
  skip: number;
  limit: number;
  /** Over `t`. */
  orderBy: string;
}

/**
 * A page of tickets of many projects. Of each project and condition no more is read than the pages
 * up to this one can show; documents are read of the page alone.
 */
export const findInbox = (
  sql: Sql,
  { projectIds, userId, preset, now, skip, limit, orderBy }: InboxPage,
  { columns, joins }: TicketDocumentView = ticketViews.whole,
): Promise<TicketView[]> => {
  const branches = preset.map(
    (condition) => `(
      SELECT t.id FROM ticket t WHERE t.project_id = p.id AND ${INBOX} AND ${condition}
       ORDER BY ${orderBy} LIMIT ${skip + limit})`,
  );
  // Every preset takes the same parameters; unused ones need a type all the same.
  return sql.query<TicketView>(
    `WITH page AS (
       SELECT t.project_id, t.id FROM unnest($1::text[]) AS p (id)
        CROSS JOIN LATERAL (${branches.join(' UNION ')}) found
        JOIN ticket t ON t.project_id = p.id AND t.id = found.id
        WHERE $2::text IS NOT NULL AND $3::timestamptz IS NOT NULL
        ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}
     )
     SELECT ${columns} FROM page JOIN ticket t ON t.project_id = page.project_id AND t.id = page.id ${joins}
      ORDER BY ${orderBy}`,
    [projectIds, userId, now],
  );
};

/** A ticket of one of the projects, whatever its state. */
export const findInboxTicket = async (
  sql: Sql,
  projectIds: readonly string[],
  id: string,
  { columns, joins, prepare }: TicketDocumentView = ticketViews.whole,
): Promise<TicketView | undefined> => {
  const [row] = await sql.query<TicketView>(
    `SELECT ${columns} FROM ticket t ${joins}
      WHERE t.project_id = ANY ($1::text[]) AND t.id = $2 AND t.type = '${INBOX_TYPE}'`,
    [projectIds, id],
    { prepare },
  );
  return row;
};
