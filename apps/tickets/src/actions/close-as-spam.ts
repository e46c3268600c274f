import { createHash } from 'node:crypto';
import type {
  CloseTicketAsSpamRequest,
  CloseTicketAsSpamResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import type { CallContext } from '@parley/rpc';
import { DONE } from '../core';
import type { Deps } from '../deps';
import { createMessage } from '../messages';
import { updateTicket } from '../tickets';

/**
 * Closes a ticket as spam. The reason is written first, as a note, so that a repetition after a failure completes both; the same
 * reason is written once.
 */
export const closeTicketAsSpam = async (
  deps: Deps,
  { ticketId, reason = '' }: CloseTicketAsSpamRequest,
  context: CallContext,
): Promise<CloseTicketAsSpamResponse> => {
  if (reason.trim() !== '') await createMessage(deps, makeNote(ticketId, reason), context);
  const ticket = { isSpam: true, status: DONE, conversationClosed: true };
  return updateTicket(deps, { ticketId, ticket, nulls: [] }, context);
};

const makeNote = (ticket: string, reason: string): Parameters<typeof createMessage>[1] => {
  const digest = createHash('sha256').update(reason).digest('hex');
  return {
    ticket,
    comment: reason,
    isNote: true,
    data: { clientMutationId: `close-as-spam ${digest}` },
    attachments: [],
    actions: [],
  };
};
