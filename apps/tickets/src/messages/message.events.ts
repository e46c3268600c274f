import { type EventRow, eventRow } from '@parley/events';
import { type Message } from '@parley/proto/generated/parley/tickets/v1/message';

/** From the whole message to what fits into an event at any size; the comment is always in it. */
const versions = (message: Message): Message[] => [
  message,
  { ...message, plainContent: undefined },
  { ...message, plainContent: undefined, data: undefined },
  { ...message, plainContent: undefined, data: undefined, actions: [], channel: undefined, attachments: [] },
];

/**
 * `tickets.v1.message.created`. Its aggregate is the ticket, so that it arrives after the ticket and before the
 * ticket's end. A message over the limit of an event travels without the copies of its text, then without the rest.
 */
export const messageCreated = (message: Message, headers: Record<string, string>): EventRow => {
  let failure: unknown;
  for (const fitting of versions(message)) {
    try {
      return eventRow({
        subject: 'tickets.v1.message.created',
        projectId: message.project,
        aggregateId: message.ticket,
        payload: { message: fitting },
        headers,
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      failure = error;
    }
  }
  throw failure;
};
