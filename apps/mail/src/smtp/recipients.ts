import { comparableEmail } from '@parley/addresses';
import { readReplyAddress } from '@parley/inbound-mail';
import type { Deps } from '../deps';
import type { Delivery, ProjectOfMail, ReceivingMailbox } from '../delivery';
import { findReceiving, receivingAddresses } from '../directory';

/** Who gets a mail. */
export interface Recipient {
  address: string;
  project: ProjectOfMail;
  /** Undefined for a reply address. */
  mailbox: ReceivingMailbox | undefined;
}

/** Finds who an address belongs to: a mailbox, also with `+anything`, or a ticket with this reply address. */
export const findRecipient = async (
  { store }: Pick<Deps, 'store'>,
  delivery: Delivery,
  sent: string,
): Promise<Recipient | undefined> => {
  const address = comparableEmail(sent);
  const [mailbox] = await findReceiving(store, receivingAddresses(address));
  if (mailbox) {
    const { projectId, organisationId } = mailbox;
    return { address, project: { projectId, organisationId }, mailbox };
  }
  if (!readReplyAddress(address)) return undefined;
  const project = (await delivery.findReplyProjects([address])).get(address);
  return project && { address, project, mailbox: undefined };
};
