import { type Sql } from '@parley/persistence';
import { type AfterCommit, type DomainEvent } from '@parley/events';
import {
  type ConversationDeleted,
  type ConversationRead,
  type ConversationUpdated,
  type MessageCreated,
  type MessageDeleted,
  type MessageUpdated,
  type TicketCreated,
  type TicketDeleted,
  type TicketUpdated,
} from '@parley/proto/generated/parley/tickets/v1/events';
import { contactSubject, projectSubject, type StreamMessage } from '@parley/realtime';
import { type Deps } from '../deps';
import { cutToSize } from './cut-to-size';
import { emptyEarlierEvents, type Subject } from './forget.store';
import { appendToStream, type StreamEventRow, type StreamName } from './stream.store';

/** Durables that number events: one for the streams of contacts, one for those of projects, so that neither waits for the other. */
export const CONTACT_STREAMS_DURABLE = 's2s-contact-streams';
export const PROJECT_STREAMS_DURABLE = 's2s-project-streams';

/** What a stream tells. */
interface Told {
  name: string;
  data: object;
  /** The contact whose ticket it is about. */
  contactId?: string | undefined;
}

type Payload = Partial<
  MessageCreated &
    MessageUpdated &
    MessageDeleted &
    ConversationUpdated &
    ConversationDeleted &
    ConversationRead &
    TicketCreated &
    TicketUpdated &
    TicketDeleted
>;

/** `message.created` of `tickets.v1.message.created`. */
const nameOf = (subject: string): string => subject.split('.').slice(2).join('.');

/** What a contact hears of an event, and which contact; undefined when it hears nothing. */
const toldToContact = (name: string, payload: Payload): (Told & { contactId: string }) | undefined => {
  const { shown, conversation, contactId, conversationId } = payload;
  if (name.startsWith('message.')) {
    if (!shown?.message || !contactId) return undefined;
    const { message, unreadCount } = shown;
    const about = { conversationId: message.conversation };
    const data =
      name === 'message.deleted'
        ? { ...about, messageId: message.id }
        : { ...about, unreadCount, message, ...(shown.truncated && { truncated: true }) };
    return { name, data, contactId };
  }
  if (name === 'conversation.updated' && conversation?.contact) {
    const data = { conversation, ...(payload.truncated && { truncated: true }) };
    return { name, data, contactId: conversation.contact.id };
  }
  return name === 'conversation.deleted' && contactId && conversationId
    ? { name, data: { conversationId }, contactId }
    : undefined;
};

/** What a project's team hears of an event. */
const toldToProject = (name: string, ticketId: string, payload: Payload): Told => {
  const { ticket, changed, message } = payload;
  const contactId = payload.contactId ?? ticket?.session?.id;
  const about = { name, contactId };
  if (name === 'ticket.updated') return { ...about, data: { ticketId, ticket, changed } };
  if (name === 'ticket.created') return { ...about, data: { ticketId, ticket } };
  if (name === 'message.deleted') return { ...about, data: { ticketId, messageId: message?.id } };
  if (name.startsWith('message.')) return { ...about, data: { ticketId: message?.ticket, message } };
  return { ...about, data: { ticketId } };
};

/** Tells whoever is connected; those who are not read it from the stream. */
const tell = (
  { broadcast }: Pick<Deps, 'broadcast'>,
  subject: string,
  events: readonly StreamEventRow[],
): void => {
  for (const { seq, name, data, at } of events) {
    const message: StreamMessage = { kind: 'event', seq, event: name, data, at: at.toISOString() };
    broadcast.publish(subject, message);
  }
};

/** What a deletion takes back, by the names of events. */
const deletions: Readonly<Record<string, [Subject, member: 'ticketId' | 'conversationId' | 'messageId']>> = {
  'ticket.deleted': ['ticket', 'ticketId'],
  'conversation.deleted': ['conversation', 'conversationId'],
  'message.deleted': ['message', 'messageId'],
};

/** Numbers an event. One that tells of a deletion empties what was told of the same thing before. */
const append = async (
  tx: Sql,
  deps: Pick<Deps, 'clock'>,
  stream: StreamName,
  { name, data, contactId }: Told,
): Promise<StreamEventRow[]> => {
  const event = { name, data: cutToSize(name, data), at: deps.clock() };
  const rows = await appendToStream(tx, stream, [event], { contactId });
  const [subject, member] = deletions[name] ?? [];
  const id = member && (data as Partial<Record<typeof member, string>>)[member];
  const [row] = rows;
  if (subject && id && row) await emptyEarlierEvents(tx, stream, { subject, id, before: row.seq });
  return rows;
};

/** Gives the events that a contact hears their numbers in its stream. */
export const numberForContact =
  (deps: Pick<Deps, 'broadcast' | 'clock'>) =>
  async (
    { subject, projectId, payload }: DomainEvent<Payload>,
    tx: Sql,
  ): Promise<AfterCommit | undefined> => {
    const told = toldToContact(nameOf(subject), payload);
    if (!told) return undefined;
    const { contactId } = told;
    const events = await append(tx, deps, { projectId, contactId }, told);
    return () => tell(deps, contactSubject(projectId, contactId), events);
  };

/** Gives the events that a team hears their numbers in the stream of the project. */
export const numberForProject =
  (deps: Pick<Deps, 'broadcast' | 'clock'>) =>
  async (
    { subject, projectId, aggregateId, payload }: DomainEvent<Payload>,
    tx: Sql,
  ): Promise<AfterCommit | undefined> => {
    const told = toldToProject(nameOf(subject), aggregateId, payload);
    const events = await append(tx, deps, { projectId, contactId: '' }, told);
    return () => tell(deps, projectSubject(projectId), events);
  };
