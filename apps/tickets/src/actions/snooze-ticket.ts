import { invalid } from '@parley/errors';
import type {
  SnoozeTicketRequest,
  SnoozeTicketResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_actions_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { updateTicket } from '../tickets';

/** Longest snooze by a duration, in seconds: 100 years. */
const MAX_DURATION = 100 * 366 * 86_400;

/** Snoozes a ticket until a time, or for a number of seconds. */
export const snoozeTicket = async (
  deps: Deps,
  { ticketId, duration, snoozedUntil }: SnoozeTicketRequest,
  context: CallContext,
): Promise<SnoozeTicketResponse> => {
  if ((duration === undefined) === (snoozedUntil === undefined))
    throw invalid({ field: 'duration', message: 'give either a number of seconds or snoozedUntil' });
  if (duration !== undefined && !(duration > 0 && duration <= MAX_DURATION))
    throw invalid({
      field: 'duration',
      message: `must be a number of seconds, more than 0 and at most ${MAX_DURATION}`,
    });
  const until = snoozedUntil ?? new Date(deps.clock().getTime() + (duration ?? 0) * 1_000).toISOString();
  return updateTicket(deps, { ticketId, ticket: { snoozedUntil: until }, nulls: [] }, context);
};
