import { type Sql } from '@parley/persistence';
import { createHash } from 'node:crypto';
import { type Deps } from '../deps';
import { type MessageOrigin, prepareMessage, writeMessage } from '../messages/add-message';
import { type MessageContent } from '../messages/message.input';
import { findByMutation } from '../messages/message.store';

/** The reply of a batch, the same for every ticket. */
export interface BatchReply {
  batchId: string;
  content: MessageContent;
  origin: Pick<MessageOrigin, 'scope' | 'context' | 'author'>;
}

/** A reply in a ticket. */
export interface WrittenReply {
  messageId: string;
  /** false: the ticket had a message with the batch's mutation id. */
  isNew: boolean;
  isMailed: boolean;
}

/** The mutation id of a batch's reply to a ticket. Source: service document, 4.1, rule 4. */
const mutationIdOf = (batchId: string, ticketId: string): string => `bulkreply_${batchId}_${ticketId}`;

/** What a Message-ID is made of; a batch id may hold characters that a Message-ID may not. */
const mailKeyOf = (projectId: string, mutationId: string): string =>
  createHash('sha256').update(`${projectId} ${mutationId}`).digest('hex').slice(0, 40);

/**
 * Writes a batch's reply to a ticket through all that a single reply runs. The caller holds the ticket's lock and has
 * seen that the batch may reply, in the same transaction.
 */
export const writeReply = async (
  deps: Pick<Deps, 'clock' | 'mailFrom'>,
  tx: Sql,
  { batchId, content, origin }: BatchReply,
  ticketId: string,
): Promise<WrittenReply> => {
  const { projectId } = origin.scope;
  const clientMutationId = mutationIdOf(batchId, ticketId);
  const earlier = await findByMutation(tx, projectId, ticketId, clientMutationId);
  if (earlier) return { messageId: earlier.id, isNew: false, isMailed: false };
  const message = prepareMessage(
    deps,
    { ...content, data: { clientMutationId }, clientMutationId },
    {
      ...origin,
      ticketId,
      contact: undefined,
      sendToChannel: true,
      mailKey: mailKeyOf(projectId, clientMutationId),
    },
  );
  const written = await writeMessage(tx, message);
  if (!written) throw new Error(`The locked ticket ${ticketId} took no reply`);
  return { messageId: written.document.id, isNew: true, isMailed: written.emailId !== null };
};
