import { projectScope } from '@parley/auth';
import type {
  FindMailboxesRequest,
  FindMailboxesResponse,
} from '@parley/proto/generated/parley/mail/v1/mailbox_directory_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { receivingAddresses } from './receiving-addresses';
import { findReceiving } from './receiving.store';

/** The mailboxes that mail to some addresses comes to. */
export const findMailboxes = async (
  { store }: Pick<Deps, 'store'>,
  { addresses }: FindMailboxesRequest,
  context: CallContext,
): Promise<Partially<FindMailboxesResponse>> => {
  const { projectId } = projectScope(context.scope);
  const asked = addresses.map((sent) => ({ sent, receiving: receivingAddresses(sent) }));
  const wanted = [...new Set(asked.flatMap(({ receiving }) => receiving))];
  const known = new Map((await findReceiving(store, wanted)).map((mailbox) => [mailbox.address, mailbox]));
  const found = asked.flatMap(({ sent, receiving }) => {
    const mailbox = receiving.map((address) => known.get(address)).find(Boolean);
    return mailbox ? [{ sent, mailbox }] : [];
  });
  const own = found.find(({ mailbox }) => mailbox.projectId === projectId)?.mailbox;
  return {
    addresses: found.map(({ sent }) => sent),
    ...(own && { mailbox: { ...own, team: own.team ?? undefined } }),
  };
};
