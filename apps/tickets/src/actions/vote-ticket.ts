import { comparableEmail } from '@parley/addresses';
import { invalid } from '@parley/errors';
import type {
  VoteTicketRequest,
  VoteTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import type { CallContext } from '@parley/rpc';
import { MAX_UPVOTES, type Upvote } from '../core';
import type { Deps } from '../deps';
import { uniteUpvotes } from '../merge';
import { changeLocked } from './change-locked';

/** Adds a vote for a ticket, or removes it. An address counts once, in any spelling. */
export const voteTicket = async (
  deps: Deps,
  { ticketId, action, email, name }: VoteTicketRequest,
  context: CallContext,
): Promise<VoteTicketResponse> => {
  const key = comparableEmail(email);
  const remove = (votes: readonly Upvote[]): Upvote[] =>
    votes.filter((vote) => vote.email === undefined || comparableEmail(vote.email) !== key);
  const add = (votes: readonly Upvote[]): Upvote[] => {
    const all = uniteUpvotes([...votes, { email, ...(name !== undefined && { name }) }]);
    if (all.length > MAX_UPVOTES)
      throw invalid({
        field: 'email',
        message: `the ticket has ${MAX_UPVOTES} upvotes, the most there can be`,
      });
    return all;
  };
  const ticket = await changeLocked(deps, context, ticketId, {
    change: ({ upvotes: before }) => {
      const upvotes = action === 'down' ? remove(before) : add(before);
      return { upvotes, upvotesCount: upvotes.length };
    },
  });
  return { ticket };
};
