import type {
  MessageCreated,
  MessageUpdated,
  TicketCreated,
  TicketUpdated,
} from '@parley/proto/generated/parley/tickets/v1/events';
import type { ContactCreated } from '@parley/proto/generated/parley/contacts/v1/events';
import type { SurveyAnswered } from '@parley/proto/generated/parley/engagement/v1/events';
import type { MailboxFailing } from '@parley/proto/generated/parley/mail/v1/events';
import type { ArticlePublished } from '@parley/proto/generated/parley/helpcenter/v1/events';
import type {
  EntryAdded,
  EntryMoved,
  EntryUpdated,
} from '@parley/proto/generated/parley/pipelines/v1/events';
import type { WebhookEventName } from './webhook';

/** A domain event as webhooks get it. */
export interface EventSource {
  event: WebhookEventName;
  /** The document that changed, as its GET answers it; of an entry on a board with the board and what happened to it. */
  document(payload: unknown): unknown;
  /** Type of the ticket that it is about, for the filter of that name. */
  ticketType?(payload: unknown): string | undefined;
  /** The contacts that it is about. */
  contacts?(payload: unknown): EventContacts;
  /** Whether webhooks get it at all; always when left out. */
  applies?(payload: unknown): boolean;
}

/** The contacts of an event. */
export interface EventContacts {
  /** The contact itself, or that of the ticket. The event is deleted with it. */
  contactId?: string | undefined;
  /** The one who wrote the message. The event is deleted with it. */
  authorId?: string | undefined;
  /** Others that the document has the ids of. */
  mentionedIds?: readonly string[] | undefined;
}

const ofTicket = (event: WebhookEventName): EventSource => ({
  event,
  document: (payload) => (payload as TicketCreated).ticket,
  ticketType: (payload) => (payload as TicketCreated).ticket?.type,
  contacts: (payload) => {
    const { session, sessions = [] } = (payload as TicketCreated).ticket ?? {};
    return { contactId: session?.id, mentionedIds: sessions.filter((id) => id !== session?.id) };
  },
});

const ofMessage = (event: WebhookEventName): EventSource => ({
  event,
  document: (payload) => (payload as MessageCreated).message,
  ticketType: (payload) => (payload as MessageCreated).ticketType,
  contacts: (payload) => {
    const { contactId, message } = payload as MessageCreated;
    return { contactId, authorId: message?.session?.id };
  },
});

const ofContact = (event: WebhookEventName): EventSource => ({
  event,
  document: (payload) => (payload as ContactCreated).contact,
  contacts: (payload) => ({ contactId: (payload as ContactCreated).contact?.id }),
});

const ofEntry = (
  event: WebhookEventName,
  facts: (payload: unknown) => Readonly<Record<string, unknown>> = () => ({}),
): EventSource => ({
  event,
  document: (payload) => {
    const { entry, pipeline } = payload as EntryAdded;
    return { entry, pipeline, ...facts(payload) };
  },
  contacts: (payload) => ({ contactId: (payload as EntryAdded).contactId }),
});

/** A conversation begun with a rating is rated as well as one that gets, changes or loses it later. */
const rated = (applies: (payload: unknown) => boolean): EventSource => ({
  ...ofTicket('CONVERSATION_RATED'),
  applies,
});

/** A message with a mail that came back. */
const bounced: EventSource = {
  ...ofMessage('MESSAGE_BOUNCED'),
  applies: (payload) => (payload as Partial<MessageUpdated>).bounced ?? false,
};

/** The events of webhooks by the subject of the domain event. The deletion of a contact, and of its data, is sent to no webhook. */
export const eventSources: Readonly<Record<string, readonly EventSource[]>> = {
  'tickets.v1.ticket.created': [
    ofTicket('TICKET_CREATED'),
    rated((payload) => (payload as TicketCreated).ticket?.conversationRating !== undefined),
  ],
  'tickets.v1.ticket.updated': [
    ofTicket('TICKET_UPDATED'),
    rated((payload) => (payload as Partial<TicketUpdated>).changed?.includes('conversationRating') ?? false),
  ],
  'tickets.v1.ticket.sla_breached': [ofTicket('TICKET_UPDATED')],
  'tickets.v1.ticket.deleted': [ofTicket('TICKET_DELETED')],
  'tickets.v1.message.created': [ofMessage('MESSAGE_CREATED')],
  'tickets.v1.message.updated': [ofMessage('MESSAGE_UPDATED'), bounced],
  'contacts.v1.contact.created': [ofContact('SESSION_CREATED')],
  'contacts.v1.contact.updated': [ofContact('SESSION_UPDATED')],
  'helpcenter.v1.article.published': [
    { event: 'ARTICLE_PUBLISHED', document: (payload) => (payload as ArticlePublished).article },
  ],
  'pipelines.v1.entry.added': [ofEntry('PIPELINE_ENTRY_CREATED')],
  'pipelines.v1.entry.updated': [
    ofEntry('PIPELINE_ENTRY_UPDATED', (payload) => ({
      changed: (payload as EntryUpdated).changed,
    })),
  ],
  'pipelines.v1.entry.moved': [
    ofEntry('PIPELINE_ENTRY_MOVED', (payload) => ({
      fromLaneId: (payload as EntryMoved).fromLaneId,
    })),
  ],
  'pipelines.v1.entry.removed': [ofEntry('PIPELINE_ENTRY_DELETED')],
  'engagement.v1.survey.answered': [
    {
      event: 'SURVEY_ANSWERED',
      document: ({ survey, response }: SurveyAnswered) => ({ survey, response }),
      contacts: ({ response }: SurveyAnswered) => ({ contactId: response?.session?.id }),
    },
  ],
  'mail.v1.mailbox.failing': [
    { event: 'MAILBOX_FAILING', document: (payload) => (payload as MailboxFailing).mailbox },
  ],
};
