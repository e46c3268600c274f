import { isUniqueViolation } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import type { Deps } from '../deps';
import type { PreparedMessage, WrittenMessage } from './add-message';
import { mutationKey } from '../core';
import type { MessageContent } from './message.input';
import { presentMessage } from './message.present';
import { findByMutation } from './message.store';

/** A request with an idempotency key is known again also when this process died before it answered. */
export const keyed = (content: MessageContent, { idempotencyKey }: CallContext): MessageContent =>
  idempotencyKey === undefined || content.clientMutationId !== null
    ? content
    : { ...content, clientMutationId: `request_${idempotencyKey}` };

type Needed = Pick<Deps, 'db' | 'wakeEvents' | 'jobs'>;

const findEarlier = async ({ db }: Needed, { insert }: PreparedMessage): Promise<Message | undefined> => {
  const { row, clientMutationId } = insert;
  if (clientMutationId === null) return undefined;
  const earlier = await findByMutation(db, row.projectId, row.ticketId, clientMutationId);
  return earlier && presentMessage(earlier);
};

/**
 * Writes a prepared message by `insert`, or answers the first message of the ticket with the same `clientMutationId`.
 * Undefined when the ticket does not take it.
 */
export const writeOnce = async (
  deps: Needed,
  message: PreparedMessage,
  insert: () => Promise<WrittenMessage | undefined>,
): Promise<Message | undefined> => {
  try {
    const written = await insert();
    if (written) {
      deps.wakeEvents();
      if (written.emailId !== null) deps.jobs.wake();
      return written.document;
    }
  } catch (error) {
    if (!isUniqueViolation(error, mutationKey)) throw error;
  }
  return findEarlier(deps, message);
};
