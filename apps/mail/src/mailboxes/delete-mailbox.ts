import { projectScope } from '@parley/auth';
import type {
  DeleteMailboxRequest,
  DeleteMailboxResponse,
} from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { mailboxNotFound } from './mailbox.errors';
import { presentMailbox } from './mailbox.present';
import { countLeftovers, deleteMailboxRow, lockMailbox } from './mailbox.store';

/** Deletes a mailbox and answers its last state. Its tickets stay. */
export const deleteMailbox = async (
  { store }: Pick<Deps, 'store'>,
  { mailboxId: id }: DeleteMailboxRequest,
  context: CallContext,
): Promise<Partially<DeleteMailboxResponse>> => {
  const { projectId } = projectScope(context.scope);
  return store.transaction(async (tx) => {
    const row = await lockMailbox(tx, projectId, id);
    if (!row) throw mailboxNotFound();
    const waiting = (await countLeftovers(tx, projectId, [id])).get(id) ?? 0;
    await deleteMailboxRow(tx, row);
    return { mailbox: presentMailbox(row, waiting) };
  });
};
