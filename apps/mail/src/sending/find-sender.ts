import { projectScope } from '@parley/auth';
import type {
  FindSenderRequest,
  FindSenderResponse,
} from '@parley/proto/generated/parley/mail/v1/mailbox_sender_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { findMailbox } from '../mailboxes';
import { findFirstSender } from './sending.store';

/** The mailbox that a ticket's mail leaves from. */
export const findSender = async (
  { store }: Pick<Deps, 'store'>,
  { mailboxId }: FindSenderRequest,
  context: CallContext,
): Promise<Partially<FindSenderResponse>> => {
  const { projectId } = projectScope(context.scope);
  const named = mailboxId === undefined ? undefined : await findMailbox(store, projectId, mailboxId);
  const other = named ? undefined : await findFirstSender(store, projectId);
  const mailbox = named ?? (other === undefined ? undefined : await findMailbox(store, projectId, other));
  if (!mailbox) return {};
  return {
    sender: {
      id: mailbox.id,
      address: mailbox.address,
      fromName: mailbox.fromName ?? undefined,
      signature: mailbox.signature ? { ...mailbox.signature } : undefined,
      hasServer: mailbox.outgoing !== null,
      takesReplies: mailbox.type === 'smtp',
      quoteHistory: mailbox.quoteHistory,
    },
  };
};
