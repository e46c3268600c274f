import type { Sql } from '@parley/persistence';
import { createHash } from 'node:crypto';
import type { Deps } from '../deps';
import { type MessageOrigin, prepareMessage, writeMessage, type MessageContent } from '../messages';
import { findEarlier } from './bulk-reply.store';

/** The reply of a batch, the same for every ticket. */
export interface BatchReply {
  batchId: string;
  content: MessageContent;
  origin: Pick<MessageOrigin, 'scope' | 'context' | 'author'>;
}

/** A reply in a ticket. */
export interface WrittenReply {
  ticketId: string;
  messageId: string;
  /** false: the ticket had a message with the batch's mutation id. */
  isNew: boolean;
  isMailed: boolean;
}

/** The mutation id of a batch's reply to a ticket. Source: service document, 4.1, rule 4. */
const makeMutationId = (batchId: string, ticketId: string): string => `bulkreply_${batchId}_${ticketId}`;

/** The basis of a Message-ID; a batch id may have characters that a Message-ID may not. */
const makeMailKey = (projectId: string, mutationId: string): string =>
  createHash('sha256').update(`${projectId} ${mutationId}`).digest('hex').slice(0, 40);

const writeReply = async (
  deps: Pick<Deps, 'clock' | 'mailFrom' | 'missedMailDelaySeconds'>,
  tx: Sql,
  { content, origin }: BatchReply,
  { ticketId, mutationId }: { ticketId: string; mutationId: string },
): Promise<WrittenReply> => {
  const message = prepareMessage(
    deps,
    { ...content, data: { clientMutationId: mutationId }, clientMutationId: mutationId },
    {
      ...origin,
      ticketId,
      contact: undefined,
      sendToChannel: true,
      mailKey: makeMailKey(origin.scope.projectId, mutationId),
    },
  );
  const written = await writeMessage(tx, message);
  if ('refused' in written)
    throw new Error(`The locked ticket ${ticketId} took no reply: ${written.refused}`);
  return { ticketId, messageId: written.document.id, isNew: true, isMailed: written.emailId !== null };
};

/**
 * Writes a batch's reply to tickets through all that a single reply runs. The caller holds the locks of the tickets and
 * has seen that the batch may reply, in the same transaction.
 */
export const writeReplies = async (
  deps: Pick<Deps, 'clock' | 'mailFrom' | 'missedMailDelaySeconds'>,
  tx: Sql,
  batch: BatchReply,
  ticketIds: readonly string[],
): Promise<WrittenReply[]> => {
  const replies = ticketIds.map((ticketId) => ({
    ticketId,
    mutationId: makeMutationId(batch.batchId, ticketId),
  }));
  const earlier = await findEarlier(tx, batch.origin.scope.projectId, replies);
  const written: WrittenReply[] = [];
  for (const reply of replies) {
    const messageId = earlier.get(reply.ticketId);
    written.push(
      messageId === undefined
        ? await writeReply(deps, tx, batch, reply)
        : { ticketId: reply.ticketId, messageId, isNew: false, isMailed: false },
    );
  }
  return written;
};
