import { projectScope } from '@parley/auth';
import type {
  NoteReceivedRequest,
  NoteReceivedResponse,
} from '@parley/proto/generated/parley/mail/v1/mailbox_directory_service';
import type { CallContext } from '@parley/rpc';
import { noteReceived as note } from '../delivery';
import type { Deps } from '../deps';

/** Notes that a mailbox got a mail. */
export const noteReceived = async (
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { mailboxId }: NoteReceivedRequest,
  context: CallContext,
): Promise<NoteReceivedResponse> => {
  const { projectId } = projectScope(context.scope);
  await note(store, { projectId, id: mailboxId }, clock());
  return {};
};
