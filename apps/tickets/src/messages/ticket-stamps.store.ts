import type { Sql } from '@parley/persistence';
import {
  DONE,
  type MessageKind,
  type MessageRow,
  isSetBy,
  type MessageField,
  setsField,
  ticketColumns,
} from '../core';

/** Newest message that `which` holds for, of the tickets that `ids` selects; `value` is selected from it. */
const newest = (value: string, ids: string, which: string): string =>
  `(SELECT last.value FROM (${ids}) AS own (id) CROSS JOIN LATERAL (
      SELECT m.id, ${value} AS value FROM message m
       WHERE m.project_id = t.project_id AND m.ticket_id = own.id AND ${which} ORDER BY m.id DESC LIMIT 1) last
     ORDER BY last.id DESC LIMIT 1)`;

const ITSELF = 'SELECT t.id';
/** A ticket shows messages of tickets merged into it, too. */
const WITH_MERGED = `SELECT t.id UNION ALL
  SELECT d.id FROM ticket d WHERE d.project_id = t.project_id AND d.duplicate_of_id = t.id`;

const text = (ids: string, which: string): string =>
  newest('left(m.plain_content, $3)', ids, `coalesce(m.plain_content, '') <> '' AND ${which}`);

/** The tickets of $2, and those that they are merged into. */
const CONCERNED = `t.project_id = $1 AND t.id IN (
  SELECT unnest($2::text[]) UNION
  SELECT d.duplicate_of_id FROM ticket d WHERE d.project_id = $1 AND d.id = ANY ($2::text[]))`;

/**
 * Updates the beginnings of comments that tickets show to those of their messages. The public one is never taken from a merged
 * ticket, which may have another contact.
 */
export const renewTexts = async (
  tx: Sql,
  projectId: string,
  ticketIds: readonly string[],
  { characters, now }: { characters: number; now?: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE ticket t SET latest_comment = n.latest, latest_public_comment = n.latest_public,
            updated_at = coalesce($4::timestamptz, t.updated_at)
       FROM (SELECT t.project_id, t.id, ${text(WITH_MERGED, setsField('latestComment'))} AS latest,
                    ${text(ITSELF, setsField('latestPublicComment'))} AS latest_public
               FROM ticket t WHERE ${CONCERNED}) n
      WHERE t.project_id = n.project_id AND t.id = n.id
        AND (t.latest_comment, t.latest_public_comment) IS DISTINCT FROM (n.latest, n.latest_public)`,
    [projectId, ticketIds, characters, now ?? null],
  );
};

/** Whether the ticket $3 stays unread after its message with the index $4 is gone. */
const unreadStays = (field: MessageField, index: string): string =>
  `t.${ticketColumns[field]} AND (t.id <> $3 OR $4 <= t.${index} OR t.duplicates_count > 0 OR EXISTS (SELECT FROM message m
     WHERE m.project_id = t.project_id AND m.ticket_id = t.id AND m.index > t.${index} AND ${setsField(field)}))`;

const LAST_ANSWER = newest('m.id', WITH_MERGED, setsField('hasAgentReply'));

/** Since the first message of the contact after the last answer; without an answer since the creation by the team for a contact. */
const WAITING = `CASE WHEN t.status = '${DONE}' THEN NULL
  WHEN t.session_id IS NOT NULL AND NOT t.composed AND NOT t.is_tracker AND t.created_by ->> 'type' <> 'contact'
   AND ${LAST_ANSWER} IS NULL THEN t.created_at
  ELSE (SELECT min(m.created_at) FROM (${WITH_MERGED}) own (id)
          JOIN message m ON m.project_id = t.project_id AND m.ticket_id = own.id AND ${setsField('lastResponseContact')}
           AND m.id > coalesce(${LAST_ANSWER}, '')) END`;

/** What fields of a ticket `t` become when a message that set them is gone. */
const renewed: Readonly<Partial<Record<MessageField, string>>> = {
  lastResponseAdmin: newest('m.created_at', WITH_MERGED, setsField('lastResponseAdmin')),
  hasAgentReply: `${newest('true', WITH_MERGED, setsField('hasAgentReply'))} IS NOT NULL`,
  waitingSince: WAITING,
  sessionNotificationsUnread: unreadStays('sessionNotificationsUnread', 'contact_read_index'),
  lastResponseContact: newest('m.created_at', WITH_MERGED, setsField('lastResponseContact')),
  notificationsUnread: unreadStays('notificationsUnread', 'team_read_index'),
};

/** Renews the fields of tickets that come from messages, after one was deleted. */
export const renewStamps = async (
  tx: Sql,
  { projectId, ticketId, index }: Pick<MessageRow, 'projectId' | 'ticketId' | 'index'>,
  kind: MessageKind,
  now: Date,
): Promise<void> => {
  const assignments = (Object.keys(renewed) as MessageField[])
    .filter((field) => isSetBy(field, kind))
    .map((field) => `${ticketColumns[field]} = ${renewed[field]}`);
  if (assignments.length === 0) return;
  await tx.query(`UPDATE ticket t SET ${assignments.join(', ')}, updated_at = $5 WHERE ${CONCERNED}`, [
    projectId,
    [ticketId],
    ticketId,
    index,
    now,
  ]);
};
