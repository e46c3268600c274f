import { comparableEmail } from '@parley/addresses';
import type { ProjectScope } from '@parley/auth';
import { readReplyAddress, type ReceivedEmail } from '@parley/inbound-mail';
import type { MailAddress } from '@parley/mail';
import type { CallContext } from '@parley/rpc';
import { type ContactRecord, MAX_PARTICIPANTS, roomForParticipants, type TicketView } from '../core';
import type { Deps } from '../deps';
import { ensureContacts } from '../references';

/** A mail, and the addresses in it that are ours. */
export interface AddressedMail {
  scope: ProjectScope;
  context: CallContext;
  email: ReceivedEmail;
  sender: MailAddress;
  ownAddresses: ReadonlySet<string>;
}

/** The people in To and Cc: those who are neither its sender nor an address of this installation. */
const listPeople = (
  { mailFrom }: Pick<Deps, 'mailFrom'>,
  { email, sender, ownAddresses }: AddressedMail,
): MailAddress[] => {
  const passed = new Set([
    ...[sender, email.from, ...email.replyTo].map((one) => one?.address ?? ''),
    comparableEmail(mailFrom),
    ...email.delivered,
    ...ownAddresses,
  ]);
  const people = [...email.to, ...email.cc].filter(
    ({ address }) => !passed.has(address) && readReplyAddress(address) === undefined,
  );
  return [...new Map(people.map((one) => [one.address, one])).values()];
};

/**
 * The contacts that a mail makes participants of its ticket, as many as that takes; unknown ones are created, blocked ones left out.
 *
 * @param ticket The ticket that it goes to; undefined for a new one.
 */
export const findParticipants = async (
  deps: Pick<Deps, 'mailFrom' | 'contacts' | 'references'>,
  mail: AddressedMail,
  ticket: TicketView | undefined,
): Promise<ContactRecord[]> => {
  const { context, scope } = mail;
  const there = new Set([ticket?.sessionEmail, ...(ticket?.participants ?? []).map(({ email }) => email)]);
  // The sender may have to join as well.
  const room = ticket ? roomForParticipants(ticket) - 1 : MAX_PARTICIPANTS - 1;
  const wanted = listPeople(deps, mail)
    .filter(({ address }) => !there.has(address))
    .slice(0, Math.max(room, 0));
  return ensureContacts(deps, context, scope.projectId, wanted);
};
