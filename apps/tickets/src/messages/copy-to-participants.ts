import { comparableEmail } from '@parley/addresses';
import { invalid } from '@parley/errors';
import { readReplyAddress } from '@parley/inbound-mail';
import type { Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import {
  addParticipants,
  type ContactRecord,
  holdContacts,
  lockTicket,
  MAX_PARTICIPANTS,
  type ReplyRecipients,
  saveTicket,
} from '../core';
import type { Deps } from '../deps';
import { ensureContacts } from '../references';
import type { PreparedMessage } from './add-message';

/** The contacts that a reply makes participants: those of `cc`, created where they are unknown, without addresses of ours. */
export const findCopied = async (
  deps: Pick<Deps, 'mailFrom' | 'mailboxes' | 'contacts' | 'references'>,
  context: CallContext,
  projectId: string,
  { cc = [] }: ReplyRecipients,
): Promise<ContactRecord[]> => {
  if (cc.length === 0) return [];
  const addresses = cc.map(({ address }) => address);
  const own = new Set((await deps.mailboxes.findMailboxes({ addresses }, context)).addresses);
  own.add(comparableEmail(deps.mailFrom));
  const people = cc.filter(({ address }) => !own.has(address) && readReplyAddress(address) === undefined);
  return ensureContacts(deps, context, projectId, people);
};

/** Makes contacts participants of the ticket of a reply, in its transaction. 400 when the ticket takes no more. */
export const joinCopied = async (
  tx: Sql,
  { insert: { row, actor }, headers }: PreparedMessage,
  contacts: readonly ContactRecord[],
): Promise<void> => {
  const ids = contacts.map(({ id }) => id);
  const held = await holdContacts(tx, row.projectId, ids);
  const ticket = await lockTicket(tx, row.projectId, row.ticketId);
  if (!ticket) return;
  const joining = contacts.filter(({ id }) => held.has(id));
  const { changes, shown } = addParticipants(ticket, joining);
  const there = new Set([ticket.sessionId, ...(shown.participants ?? []).map(({ id }) => id)]);
  if (joining.some(({ id }) => !there.has(id)))
    throw invalid({ field: 'cc', message: `a ticket has at most ${MAX_PARTICIPANTS} participants` });
  await saveTicket(tx, ticket, changes, { actor, now: row.createdAt, headers }, shown);
};
