import type { Sql } from '@parley/persistence';
import {
  historyRows,
  teamPromise,
  dueByTeam,
  compare,
  findAuthor,
  noteNews,
  ticketUpdated,
  lockTicket,
  writeTicket,
  applyMessage,
  fieldsOfMain,
  type InsertedMessage,
  type MessageInsert,
  showInMain,
} from '../core';

/** A message in a merged ticket, and the main one. */
export type CarriedMessage = Pick<InsertedMessage, 'contactId' | 'isPublic'> & { mainId: string };

/**
 * Applies a message in a merged ticket to the main ticket, since the team works there: a contact's message reopens and wakes it,
 * the team's answer stops its clock. As for any message, only a new status is an event. If both have the same contact, it reads the
 * message there. Runs in the transaction of the message.
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
  await noteNews(tx, projectId, mainId, { id: message.row.id, authorId: findAuthor(message.row) });
  const ofTeam = await teamPromise(tx, projectId, main.processingTeamId);
  const { kind, latestComment: comment, slaDueAt } = message;
  const due = kind === 'contact' ? (slaDueAt ?? dueByTeam(at, ofTeam)) : null;
  const said = { kind, at, comment, due, bot: message.row.bot };
  const { columns, history } = compare(main, applyMessage(main, said, fieldsOfMain));
  if (Object.keys(columns).length === 0) return;
  const isShown = isPublic && contactId !== null && main.sessionId === contactId;
  // A message that does not show in a conversation makes no person take part in it.
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
