import { invalid } from '@parley/errors';
import type { TicketInput } from '@parley/proto/generated/parley/tickets/v1/ticket';

/** How a request says that a new ticket is a tracker, or to which it reports. */
interface TrackerRequest {
  ticket?: TicketInput | undefined;
  trackerTicket?: unknown;
  isTracker?: boolean | undefined;
}

/**
 * The fields of a new ticket, and whether it is a tracker: `trackerTicket` is an id of another ticket, or true for what
 * `isTracker` says.
 *
 * @throws DomainError `invalid` for any other `trackerTicket`.
 */
export const readTracker = ({
  ticket,
  trackerTicket,
  isTracker = false,
}: TrackerRequest): { input: TicketInput; isTracker: boolean } => {
  const input = ticket ?? {};
  if (trackerTicket === undefined || trackerTicket === null) return { input, isTracker };
  if (typeof trackerTicket === 'boolean') return { input, isTracker: isTracker || trackerTicket };
  if (typeof trackerTicket !== 'string')
    throw invalid({ field: 'trackerTicket', message: 'must be the id of a ticket, or true for a tracker' });
  return { input: { ...input, trackerTicket }, isTracker };
};
