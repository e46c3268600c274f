import { type EventRow, eventRow } from '@parley/events';
import { type Message } from '@parley/proto/generated/parley/tickets/v1/message';
import { type MessageRow } from './message';
import { type TicketOfMessage } from './message.lock.store';

/** From the whole message to what fits into an event at any size; the comment is always in it. */
const versions = (message: Message): Message[] => [
  message,
  { ...message, plainContent: undefined },
  { ...message, plainContent: undefined, data: undefined },
  { ...message, plainContent: undefined, data: undefined, actions: [], channel: undefined, attachments: [] },
];

/** An event with a message. One over the limit of an event travels without the copies of its text, then the rest. */
const messageEvent = (
  verb: string,
  message: Message,
  headers: Record<string, string>,
  rest: object = {},
): EventRow => {
  let failure: unknown;
  for (const fitting of versions(message)) {
    try {
      return eventRow({
        subject: `tickets.v1.message.${verb}`,
        projectId: message.project,
        aggregateId: message.ticket,
        payload: { message: fitting, ...rest },
        headers,
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      failure = error;
    }
  }
  throw failure;
};

/**
 * `tickets.v1.message.created`. Its aggregate is the ticket, so that it arrives after the ticket and before the
 * ticket's end.
 */
export const messageCreated = (message: Message, headers: Record<string, string>): EventRow =>
  messageEvent('created', message, headers);

/** `tickets.v1.message.updated`, with the public names of what changed, and type and contact of the message's ticket. */
export const messageUpdated = (
  message: Message,
  changed: readonly string[],
  { type: ticketType, contactId }: Pick<TicketOfMessage, 'type' | 'contactId'>,
  headers: Record<string, string>,
): EventRow =>
  messageEvent('updated', message, headers, {
    changed,
    ticketType,
    ...(contactId !== null && { contactId }),
  });

/** `tickets.v1.message.deleted`, with the message as it was. */
export const messageDeleted = (message: Message, headers: Record<string, string>): EventRow =>
  messageEvent('deleted', message, headers);

/** `tickets.v1.contact.heard_from`: a contact wrote. Its aggregate is the contact. */
export const contactHeardFrom = (
  { projectId, sessionId, createdAt }: Pick<MessageRow, 'projectId' | 'sessionId' | 'createdAt'>,
  headers: Record<string, string>,
): EventRow => {
  if (sessionId === null) throw new Error('The message was not written by a contact');
  return eventRow({
    subject: 'tickets.v1.contact.heard_from',
    projectId,
    aggregateId: sessionId,
    payload: { contactId: sessionId, at: createdAt.toISOString() },
    headers,
  });
};
