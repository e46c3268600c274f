import { comparableEmail } from '@parley/addresses';
import { sameText } from '@parley/auth';
import { readReplyAddress, type ReceivedEmail } from '@parley/inbound-mail';
import type { CallContext } from '@parley/rpc';
import { leftEmail, type ContactRecord, type TicketView, getTicket } from '../core';
import type { Deps } from '../deps';
import { ticketsOfMails } from './inbound-email.store';

/** Merges are one level deep; the second read is for a concurrent merge. */
const MAX_HOPS = 3;

/** The ticket that a mail goes to. */
export interface Thread {
  ticket: TicketView;
  /** The contact of it that wrote; undefined for someone who only got a mail of it. */
  contact: ContactRecord | undefined;
  /** Whether the token of the reply address proves that the sender got a mail of the ticket. */
  isProven: boolean;
}

type Sender = NonNullable<ReceivedEmail['from']>;

/** A ticket and the one that it is merged into, in this order. */
const withMain = async (deps: Deps, projectId: string, id: string): Promise<TicketView[]> => {
  const tickets: TicketView[] = [];
  for (let next: string | null = id; next !== null && tickets.length < MAX_HOPS;) {
    const ticket: TicketView | undefined = await getTicket(deps.db, projectId, next);
    if (!ticket) break;
    tickets.push(ticket);
    next = ticket.duplicateOfId;
  }
  return tickets;
};

/** The contact of one of the tickets that has the sender's address. */
const contactAmong = async (
  deps: Deps,
  context: CallContext,
  tickets: readonly TicketView[],
  { address }: Sender,
): Promise<ContactRecord | undefined> => {
  // An address that a guest left for answers answers for the guest.
  const guest = tickets.find(({ extra }) => leftEmail(extra) === address)?.sessionId;
  const ids = tickets.flatMap(({ sessionId, sessionIds }) => [
    ...(sessionId ? [sessionId] : []),
    ...sessionIds,
  ]);
  if (ids.length === 0) return undefined;
  const projectId = tickets[0]?.projectId ?? '';
  const contacts = await deps.references.contacts(context, projectId, [...new Set(ids)]);
  return (
    ids.map((id) => contacts.get(id)).find((contact) => comparableEmail(contact?.email ?? '') === address) ??
    contacts.get(guest ?? '')
  );
};

/**
 * Finds the ticket that a mail answers. The address with a ticket's token proves that the sender got a mail of it. Message-IDs are
 * no secret: they count only from a contact of the ticket, and by the address in `From`, for which servers vouch. In a forged mail they do not count.
 */
export const findThread = async (
  deps: Deps,
  context: CallContext,
  projectId: string,
  { email, sender, isForged }: { email: ReceivedEmail; sender: Sender; isForged: boolean },
): Promise<Thread | undefined> => {
  const isInOurName = email.from?.address === comparableEmail(deps.mailFrom);
  const writer = isInOurName ? sender : (email.from ?? sender);
  const open = async (id: string, token?: string): Promise<Thread | undefined> => {
    const tickets = await withMain(deps, projectId, id);
    const main = tickets.at(-1);
    if (!main || (token !== undefined && !sameText(token, tickets[0]?.mailToken ?? ''))) return undefined;
    const contact = await contactAmong(deps, context, tickets, token === undefined ? writer : sender);
    const isProven = token !== undefined;
    return isProven || contact ? { ticket: main, contact, isProven } : undefined;
  };
  for (const address of email.recipients) {
    const named = readReplyAddress(address);
    const thread = named && (await open(named.ticketId, named.token));
    if (thread) return thread;
  }
  if (isForged) return undefined;
  for (const id of await ticketsOfMails(deps.db, projectId, email.references)) {
    const thread = await open(id);
    if (thread) return thread;
  }
  return undefined;
};
