import { isUniqueViolation } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import type { Deps } from '../deps';
import type { PreparedMessage, WrittenMessage } from './add-message';
import { mutationKey, type Refused } from '../core';
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
 * Writes a prepared message by `insert`, or answers the first message of the ticket with the same `clientMutationId`, also when
 * the ticket takes no other any more.
 */
export const writeOnce = async (
  deps: Needed,
  message: PreparedMessage,
  insert: () => Promise<WrittenMessage | Refused>,
): Promise<{ written: Message } | Refused> => {
  let outcome: WrittenMessage | Refused;
  try {
    outcome = await insert();
  } catch (error) {
    const earlier = isUniqueViolation(error, mutationKey) ? await findEarlier(deps, message) : undefined;
    if (!earlier) throw error;
    return { written: earlier };
  }
  if ('refused' in outcome) {
    const earlier = await findEarlier(deps, message);
    return earlier ? { written: earlier } : outcome;
  }
  deps.wakeEvents();
  if (outcome.emailId !== null) deps.jobs.wake();
  return { written: outcome.document };
};
