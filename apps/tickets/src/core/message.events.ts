import { type EventRow, eventRow } from '@parley/events';
import type { ConversationMessage } from '@parley/proto/generated/parley/tickets/v1/conversation';
import type { HistoryMessage } from '@parley/proto/generated/parley/tickets/v1/ticket_history';
import type { Message } from '@parley/proto/generated/parley/tickets/v1/message';
import { withoutTexts } from './conversation.events';
import type { ShownPlace } from './conversation.store';
import type { MessageDelivery } from './delivery';
import type { MessageRow } from './message';
import type { TicketOfMessage } from './message.lock.store';

/** A message as a contact sees it, in an event. */
export interface Shown extends Partial<Pick<ShownPlace, 'position'>> {
  message: ConversationMessage;
  unreadCount?: number;
  truncated?: true;
}

interface Told {
  message: Message;
  shown: Shown | undefined;
}

/** From the whole message to what fits into an event at any size; the comment is always in it. */
const versions = (message: Message, shown: Shown | undefined): Told[] => {
  const bare = shown && { ...shown, message: withoutTexts(shown.message), truncated: true as const };
  const least = bare && { ...bare, message: { ...bare.message, attachments: [] } };
  return [
    { message, shown },
    { message, shown: bare },
    { message: { ...message, plainContent: undefined }, shown: bare },
    { message: { ...message, plainContent: undefined, data: undefined }, shown: bare },
    {
      message: {
        ...message,
        plainContent: undefined,
        data: undefined,
        actions: [],
        channel: undefined,
        attachments: [],
      },
      shown: least,
    },
  ];
};

/**
 * A message as events have it. Streams and webhooks keep them until the ticket's contact or the author is deleted, so they name no
 * address of anyone else: neither the recipients of a received mail, nor those of a reply.
 */
const withoutAddresses = ({ data, delivery, ...message }: Message): Message => ({
  ...message,
  data: data?.email ? { ...data, email: withoutFields(data.email as object, ['to', 'cc', 'replyTo']) } : data,
  delivery: delivery?.map(({ address, ...state }: MessageDelivery) => ({
    ...state,
    ...(state.detail !== undefined && {
      detail: withoutText(state.detail, address),
    }),
  })),
});

/** Servers quote addresses, in letters of their choice. */
const withoutText = (words: string, text: string): string =>
  words.replaceAll(new RegExp(text.replaceAll(/[^\w@]/g, String.raw`\$&`), 'gi'), '…');

const withoutFields = (document: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));

/** An event with a message. One over the limit of an event travels without the copies of its text, then the rest. */
const messageEvent = (
  verb: string,
  message: Message,
  headers: Record<string, string>,
  rest: object = {},
  shown?: Shown,
): EventRow => {
  let failure: unknown;
  for (const fitting of versions(withoutAddresses(message), shown)) {
    try {
      return eventRow({
        subject: `tickets.v1.message.${verb}`,
        projectId: message.project,
        aggregateId: message.ticket,
        payload: { ...fitting, ...rest },
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
 * `tickets.v1.message.created`. Its aggregate is the ticket, so that it arrives after the ticket's creation and before its
 * deletion.
 *
 * @param told The message without its texts.
 * @param shown The message as a contact of its ticket sees it; left out when it is not public.
 */
export const messageCreated = (
  message: Message,
  told: HistoryMessage,
  headers: Record<string, string>,
  shown?: ConversationMessage,
): EventRow =>
  messageEvent(
    'created',
    message,
    headers,
    { history: { ticketId: message.ticket, messages: [told], updatedAt: told.at } },
    shown && { message: shown },
  );

/** `tickets.v1.message.updated`, with the public names of what changed, and type and contact of the message's ticket. */
export const messageUpdated = (
  message: Message,
  changed: readonly string[],
  { type: ticketType, contactId }: Pick<TicketOfMessage, 'type' | 'contactId'>,
  headers: Record<string, string>,
  shown?: Shown,
): EventRow =>
  messageEvent(
    'updated',
    message,
    headers,
    { changed, ticketType, ...(contactId !== null && { contactId }) },
    shown,
  );

/** `tickets.v1.message.updated` of a change of its delivery. */
export const deliveryChanged = (
  message: Message,
  { type: ticketType, contactId }: Pick<TicketOfMessage, 'type' | 'contactId'>,
  headers: Record<string, string>,
  bounced: boolean,
): EventRow =>
  messageEvent('updated', message, headers, {
    changed: ['delivery'],
    ticketType,
    ...(contactId !== null && { contactId }),
    ...(bounced && { bounced }),
  });

/** `tickets.v1.message.deleted`, with the message as it was; `at` is the time when its ticket changed with it. */
export const messageDeleted = (
  message: Message,
  { contactId }: Pick<TicketOfMessage, 'contactId'>,
  { at, headers }: { at: Date | undefined; headers: Record<string, string> },
  shown?: Shown,
): EventRow =>
  messageEvent(
    'deleted',
    message,
    headers,
    {
      ...(contactId !== null && { contactId }),
      ...(at && { history: { ticketId: message.ticket, updatedAt: at.toISOString() } }),
    },
    shown,
  );

type HeardMessage = Pick<MessageRow, 'projectId' | 'sessionId' | 'createdAt' | 'channel'>;

/** Whether a message came by mail, which may have no Message-ID. */
const isMail = (channel: unknown): boolean => (channel as { type?: unknown } | null)?.type === 'EMAIL';

/** `tickets.v1.contact.heard_from`: a contact wrote. Its aggregate is the contact. */
export const contactHeardFrom = (
  { projectId, sessionId, createdAt, channel }: HeardMessage,
  headers: Record<string, string>,
): EventRow => {
  if (sessionId === null) throw new Error('The message was not written by a contact');
  return eventRow({
    subject: 'tickets.v1.contact.heard_from',
    projectId,
    aggregateId: sessionId,
    payload: {
      contactId: sessionId,
      at: createdAt.toISOString(),
      ...(isMail(channel) && { byMail: true }),
    },
    headers,
  });
};

/** A mail to a contact that came back for good. */
export interface ContactBounce {
  projectId: string;
  contactId: string;
  email: string;
  reason: string;
  at: string;
}

/** `tickets.v1.contact.bounced`. Its aggregate is the contact. */
export const contactBounced = (
  { projectId, ...payload }: ContactBounce,
  headers: Record<string, string>,
): EventRow =>
  eventRow({
    subject: 'tickets.v1.contact.bounced',
    projectId,
    aggregateId: payload.contactId,
    payload,
    headers,
  });
