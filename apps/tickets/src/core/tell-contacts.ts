import type { Sql } from '@parley/persistence';
import { isDeepStrictEqual } from 'node:util';
import { appendRows } from './event.store';
import type { TicketView } from './ticket';
import { toContactView } from './conversation';
import { conversationDeleted, conversationUpdated } from './conversation.events';
import { getConversations } from './conversation.store';
import { renewConversations, startAnew } from './conversation.renew.store';
import { presentAll } from './read-conversations';

/** A ticket before and after a change. */
export interface TicketChange {
  before: TicketView;
  after: TicketView;
}

/** Whether a change of a ticket shows to its contact. */
export const isSeen = ({ before, after }: TicketChange): boolean =>
  after.sessionId !== null &&
  !after.hidden &&
  (before.hidden ||
    before.sessionId !== after.sessionId ||
    !isDeepStrictEqual(toContactView(before), toContactView(after)));

/** Emits the current conversations of those tickets that have a contact, in the transaction of the change. */
export const tellOfConversations = async (
  tx: Sql,
  projectId: string,
  ids: readonly string[],
  headers: Record<string, string>,
): Promise<void> => {
  if (ids.length === 0) return;
  const rows = await getConversations(tx, projectId, ids);
  const documents = await presentAll(tx, projectId, rows);
  await appendRows(
    tx,
    documents.map((document) => conversationUpdated(projectId, document, headers)),
  );
};

/**
 * Emits the conversation events of changed, locked tickets: deleted for contacts that lost sight of one, updated for contacts that
 * see it again or differently. A conversation that moved to another contact starts with no message read.
 */
export const followTickets = async (
  tx: Sql,
  projectId: string,
  changes: readonly TicketChange[],
  headers: Record<string, string>,
): Promise<void> => {
  const moved = changes.filter(({ before, after }) => before.sessionId !== after.sessionId);
  if (moved.length > 0) {
    await startAnew(
      tx,
      projectId,
      moved.map(({ after: { id } }) => id),
    );
    await renewConversations(
      tx,
      projectId,
      moved.flatMap(({ after: { id, duplicateOfId } }) => [
        id,
        ...(duplicateOfId === null ? [] : [duplicateOfId]),
      ]),
    );
  }
  const lost = changes.flatMap(({ before: { id, sessionId, hidden }, after }) =>
    sessionId !== null && !hidden && (after.hidden || after.sessionId !== sessionId)
      ? [conversationDeleted({ projectId, id, contactId: sessionId }, headers)]
      : [],
  );
  await appendRows(tx, lost);
  const seen = changes.filter(isSeen).map(({ after: { id } }) => id);
  await tellOfConversations(tx, projectId, seen, headers);
};
