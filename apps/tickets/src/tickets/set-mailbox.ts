import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { TicketPatch } from '../core';
import type { Deps } from '../deps';

/**
 * The patch with the mailbox that a request names: replies leave from it.
 *
 * @throws DomainError `notFound` for a mailbox that the project does not have.
 */
export const withMailbox = async (
  { mailboxes }: Pick<Deps, 'mailboxes'>,
  context: CallContext,
  patch: TicketPatch,
  { mailbox: id, nulls = [] }: { mailbox?: string | undefined; nulls?: readonly string[] },
): Promise<TicketPatch> => {
  if (id === undefined)
    return nulls.includes('mailbox') ? { ...patch, extra: { ...patch.extra, mailbox: null } } : patch;
  const { address } = isId(id) ? await mailboxes.getMailboxAddress({ mailboxId: id }, context) : {};
  if (address === undefined) throw notFound('mailbox');
  return { ...patch, extra: { ...patch.extra, mailbox: { id, address } } };
};
