import { type Sql } from '@parley/persistence';
import { historyRows } from '../core/history.store';
import { type TeamPromise, teamPromise } from '../core/reference.store';
import { dueByTeam } from '../core/due-by-team';
import { DONE, OPEN, type TicketRow, type TicketView } from '../core/ticket';
import { compare } from '../core/ticket.changes';
import { ticketUpdated } from '../core/ticket.events';
import { changeSnooze, type SnoozeState } from '../core/ticket.snooze';
import { lockTicket, writeTicket } from '../core/ticket.store';
import { type InsertedMessage, type MessageInsert } from '../core/message.insert.store';
import { showInMain } from '../core/show-in-main';

const awakeAndOpen = (main: TicketView): SnoozeState => {
  const awake = changeSnooze(main, { snoozedUntil: null });
  return awake.status === DONE ? { ...awake, status: OPEN } : awake;
};

/**
 * What a message in a merged ticket means for its main one. `latestPublicComment` stays: the main ticket's contact may
 * be another one, and shall not read it.
 */
const stampsOf = (
  main: TicketView,
  { kind, row: { createdAt, bot }, latestComment, slaDueAt: promised }: MessageInsert,
  ofTeam: TeamPromise | undefined,
): Partial<TicketRow> => {
  const comment = { latestComment: latestComment ?? main.latestComment };
  switch (kind) {
    case 'internal':
      return {};
    case 'note':
      return comment;
    case 'reply':
      return {
        ...comment,
        lastResponseAdmin: createdAt,
        ...(!bot && {
          firstResponse: main.firstResponse ?? createdAt,
          hasAgentReply: true,
          slaDueAt: null,
          slaBreached: false,
        }),
      };
    case 'contact':
      return {
        ...comment,
        lastResponseContact: createdAt,
        notificationsUnread: true,
        slaDueAt: main.slaDueAt ?? promised ?? dueByTeam(createdAt, ofTeam),
        ...awakeAndOpen(main),
      };
  }
};

/** A message in a merged ticket, and the main one. */
export type CarriedMessage = Pick<InsertedMessage, 'contactId' | 'isPublic'> & { mainId: string };

/**
 * Lets the main ticket know what was said in a ticket that is merged into it, since nobody looks at that one any more: a
 * contact's message reopens and wakes it, the team's answer stops its clock. As for any message, only a new status is an
 * event. A contact that is that of both reads it there. Runs in the transaction of the message.
 */
export const carryToMain = async (
  tx: Sql,
  message: MessageInsert,
  { mainId, contactId, isPublic }: CarriedMessage,
  headers: Record<string, string>,
): Promise<void> => {
  const { projectId, createdAt: at } = message.row;
  const main = await lockTicket(tx, projectId, mainId);
  if (!main) return;
  const ofTeam = await teamPromise(tx, projectId, main.processingTeamId);
  const { columns, history } = compare(main, stampsOf(main, message, ofTeam));
  if (Object.keys(columns).length === 0) return;
  const isShown = isPublic && contactId !== null && main.sessionId === contactId;
  // Nobody has taken part in a conversation in which it does not show.
  const isByPerson = message.kind === 'contact' || message.personId !== null;
  if (isShown && isByPerson) columns.noHumanInteraction = false;
  const written = {
    ...columns,
    updatedAt: at,
    lastActivity: at > main.lastActivity ? at : main.lastActivity,
  };
  const after = { ...main, ...written };
  const rows = historyRows({ projectId, ticketId: mainId, at, actor: message.actor, entries: history });
  const update = { changed: ['status'], history: rows };
  await writeTicket(tx, main, {
    columns: written,
    history: rows,
    events: columns.status === undefined ? [] : [ticketUpdated(after, update, headers)],
  });
  if (isShown) await showInMain(tx, message, main, headers);
};
