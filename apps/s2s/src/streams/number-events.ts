import type { Sql } from '@parley/persistence';
import type { About, AfterCommit, DomainEvent, EventsHandler } from '@parley/events';
import type {
  ConversationDeleted,
  ConversationRead,
  ConversationUpdated,
  MessageCreated,
  MessageDeleted,
  MessageUpdated,
  TicketCreated,
  TicketDeleted,
  TicketUpdated,
} from '@parley/proto/generated/parley/tickets/v1/events';
import { contactSubject, projectSubject, type StreamMessage } from '@parley/realtime';
import type { Deps } from '../deps';
import { cutToSize } from './cut-to-size';
import { emptyEarlierEvents, type Subject } from './forget.store';
import { takeHeld } from './held.store';
import { appendAll, type Appended, type StreamName } from './stream.store';

/** Durables that number events: one for the streams of contacts, one for those of projects, so that neither waits for the other. */
export const CONTACT_STREAMS_DURABLE = 's2s-contact-streams';
export const PROJECT_STREAMS_DURABLE = 's2s-project-streams';

/** The content of a stream's event. */
interface Told {
  name: string;
  data: object;
  /** The contact of its ticket. */
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
const readEventName = (subject: string): string => subject.split('.').slice(2).join('.');

/** The event for a contact's stream, and the contact; undefined when there is none. */
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

/** The event for a project's stream. */
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

/** The things that deletions empty, by the names of events. */
const deletions: Readonly<Record<string, [Subject, member: 'ticketId' | 'conversationId' | 'messageId']>> = {
  'ticket.deleted': ['ticket', 'ticketId'],
  'conversation.deleted': ['conversation', 'conversationId'],
  'message.deleted': ['message', 'messageId'],
};

/** An event with its stream. */
interface ToldEvent extends Told {
  stream: StreamName;
}

type NumberingDeps = Pick<Deps, 'broadcast' | 'clock'>;

/** Broadcasts to connected clients; others read it from the stream. */
const tell = (
  { broadcast }: Pick<Deps, 'broadcast'>,
  { stream: { projectId, contactId }, event: { name, data, at } }: Appended,
  seq: number,
): void => {
  const subject = contactId ? contactSubject(projectId, contactId) : projectSubject(projectId);
  const message: StreamMessage = { kind: 'event', seq, event: name, data, at: at.toISOString() };
  broadcast.publish(subject, message);
};

/** Numbers events. A deletion empties earlier events of the same thing. */
const append = async (tx: Sql, deps: NumberingDeps, events: readonly ToldEvent[]): Promise<AfterCommit> => {
  const at = deps.clock();
  const appended = events.map(({ stream, name, data, contactId }): Appended => ({
    stream,
    contactId,
    event: { name, data: cutToSize(name, data), at },
  }));
  const seqs = await appendAll(tx, appended);
  for (const [place, { stream, name, data }] of events.entries()) {
    const [subject, member] = deletions[name] ?? [];
    const id = member && (data as Partial<Record<typeof member, string>>)[member];
    const before = seqs[place];
    if (subject && id && before !== undefined) await emptyEarlierEvents(tx, stream, { subject, id, before });
  }
  return () => {
    for (const [place, one] of appended.entries()) {
      const seq = seqs[place];
      if (seq !== undefined) tell(deps, one, seq);
    }
  };
};

/** Whether a contact hears anything of an event. */
export const concernsContacts = ({ subject, payload }: Pick<DomainEvent, 'subject' | 'payload'>): boolean =>
  toldToContact(readEventName(subject), payload as Payload) !== undefined;

/** The contact that hears of an event. */
export const aboutContactStreams: About = ({ subject, payload }) => [
  toldToContact(readEventName(subject), payload as Payload)?.contactId,
];

/** The contact of the ticket of an event. */
export const aboutProjectStreams: About = ({ payload }) => {
  const { contactId, ticket } = payload as Payload;
  return [contactId ?? ticket?.session?.id];
};

/** The contacts that such an event only mentions: sessions of its ticket, its participants among them. */
export const mentionedInProjectStreams: About = ({ payload }) => {
  const { session, sessions = [] } = (payload as Payload).ticket ?? {};
  return sessions.filter((id) => id !== session?.id);
};

/** Gives the events that contacts hear their numbers in their streams, and those that were held for a message theirs behind it. */
export const numberForContacts =
  (deps: NumberingDeps): EventsHandler<Payload> =>
  async (events, tx) => {
    const told = events.flatMap(({ subject, projectId, payload }) => {
      const one = toldToContact(readEventName(subject), payload);
      if (!one) return [];
      const stream = { projectId, contactId: one.contactId };
      const id = one.name === 'message.created' ? payload.shown?.message?.id : undefined;
      return [{ ...one, stream, message: id === undefined ? undefined : { ...stream, id } }];
    });
    const held = await takeHeld(
      tx,
      told.flatMap(({ message }) => message ?? []),
    );
    const behind = ({ id, projectId, contactId }: StreamName & { id: string }): ToldEvent[] =>
      held
        .filter((one) => one.after === id && one.projectId === projectId && one.contactId === contactId)
        .map(({ event: { name, data } }) => ({ name, data, stream: { projectId, contactId } }));
    return append(
      tx,
      deps,
      told.flatMap(({ message, ...one }) => [one, ...(message ? behind(message) : [])]),
    );
  };

/** Gives the events that teams hear their numbers in the streams of their projects. */
export const numberForProjects =
  (deps: NumberingDeps): EventsHandler<Payload> =>
  (events, tx) =>
    append(
      tx,
      deps,
      events.map(({ subject, projectId, aggregateId, payload }) => ({
        ...toldToProject(readEventName(subject), aggregateId, payload),
        stream: { projectId, contactId: '' },
      })),
    );
