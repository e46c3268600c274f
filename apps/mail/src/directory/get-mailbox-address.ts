import { projectScope } from '@parley/auth';
import type {
  GetMailboxAddressRequest,
  GetMailboxAddressResponse,
} from '@parley/proto/generated/parley/mail/v1/mailbox_directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findMailbox } from '../mailboxes';

/** The address of a mailbox of the caller's project. */
export const getMailboxAddress = async (
  { store }: Pick<Deps, 'store'>,
  { mailboxId }: GetMailboxAddressRequest,
  context: CallContext,
): Promise<GetMailboxAddressResponse> => {
  const { projectId } = projectScope(context.scope);
  return { address: (await findMailbox(store, projectId, mailboxId))?.address };
};
