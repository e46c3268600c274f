import type { About, DomainEvent, EventsHandler } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type {
  MessageCreated,
  OpenedConversation,
  TicketCreated,
  TicketUpdated,
} from '@parley/proto/generated/parley/tickets/v1/events';
import { engage, findEngagement, noteGone } from '../agents';
import { insertTurn, findAgent, type ConversationPlace, findBusy } from '../core';
import type { Deps } from '../deps';
import { findTriggered, findWorkflow } from '../workflows';
import { deleteOfConversation, takeDeletionTurns } from './purge.store';
import { startRun } from './start-run';
import { stopBots } from './stop-bots';

/** The durable that gets what happens in conversations. */
export const CONVERSATIONS_DURABLE = 's2s-workflows';

/** Event of workflows that run in each conversation that a contact opens. */
const CREATED = 'conversation.created';

type Payload = Partial<TicketCreated & TicketUpdated & MessageCreated>;
type Event = DomainEvent<Payload>;
type Needed = Pick<Deps, 'clock'>;

interface Opened {
  projectId: string;
  organisationId: string;
  conversationId: string;
  contactId: string;
  openedAt: Date;
  opened: OpenedConversation;
}

/**
 * Starts the workflow or AI agent of a new conversation, or the workflow that runs in each of them; answers whether there was one.
 */
const onOpened = async (tx: Sql, deps: Needed, place: Opened): Promise<boolean> => {
  const { projectId, conversationId, contactId, opened } = place;
  const { channel, workflowId, agentId, runId } = opened;
  if (runId !== undefined) return false;
  if (agentId !== undefined) {
    // Whatever the contact says in it is said to the AI agent, from its first message.
    if (await findAgent(tx, projectId, agentId)) await engage(tx, place, agentId, place.openedAt);
    else await noteGone(tx, place, agentId, deps.clock());
    return true;
  }
  const [workflow] =
    workflowId === undefined
      ? await findTriggered(tx, projectId, [CREATED], channel)
      : [await findWorkflow(tx, projectId, workflowId)];
  if (!workflow) {
    if (workflowId === undefined) return false;
    await noteGone(tx, place, workflowId, deps.clock());
    return true;
  }
  await startRun(tx, deps, {
    workflow,
    conversationId,
    contactId,
    channel,
    event: { name: CREATED },
    requestKey: `conversation:${conversationId}`,
    isAsked: false,
  });
  return true;
};

/** A public message: one of a person of the team silences bots, one of the contact is answered by an AI agent. */
const onMessage = async (
  tx: Sql,
  deps: Needed,
  { projectId, payload: { message, shown } }: Event,
): Promise<void> => {
  const author = shown?.message?.author?.type;
  const conversationId = message?.ticket;
  if (!message || conversationId === undefined || author === undefined || author === 'bot') return;
  if (author === 'agent') return stopBots(tx, projectId, conversationId, deps.clock());
  const engagement = await findEngagement(tx, projectId, conversationId);
  // Earlier messages are not for this engagement; an event may come late.
  if (!engagement || Date.parse(message.createdAt ?? '') < engagement.engagedAt.getTime()) return;
  const question = message.plainContent ?? '';
  await insertTurn(tx, { ...engagement, messageId: message.id, question }, deps.clock());
};

const onCreated = async (
  tx: Sql,
  deps: Needed,
  { projectId, payload: { ticket, opened } }: Event,
): Promise<boolean> => {
  const contactId = ticket?.session?.id;
  if (!ticket || !opened || contactId === undefined) return false;
  const { organisation: organisationId, id: conversationId } = ticket;
  const openedAt = new Date(ticket.createdAt ?? 0);
  return onOpened(tx, deps, { projectId, organisationId, conversationId, contactId, openedAt, opened });
};

/** Whether a change of a ticket ends its conversation. */
const isEnd = ({ ticket, changed }: Payload): boolean =>
  Boolean(changed?.includes('conversationClosed') && ticket?.conversationClosed) ||
  Boolean(changed?.includes('duplicateOf') && ticket?.duplicateOf !== undefined);

/** Whether an event starts or stops anything, or may: most changes of tickets do not, and what bots say neither. */
export const concernsRuns = ({ subject, payload }: Pick<DomainEvent, 'subject' | 'payload'>): boolean => {
  const { ticket, opened, shown, message } = payload as Payload;
  if (subject.endsWith('.ticket.deleted')) return true;
  if (subject.endsWith('.ticket.created'))
    return opened !== undefined && opened.runId === undefined && ticket?.session?.id !== undefined;
  if (subject.endsWith('.ticket.updated')) return isEnd(payload as Payload);
  const author = shown?.message?.author?.type;
  return message?.ticket !== undefined && author !== undefined && author !== 'bot';
};

const isDeleted = ({ subject }: Event): boolean => subject.endsWith('.ticket.deleted');

const isCreated = ({ subject }: Event): boolean => subject.endsWith('.ticket.created');

/** The conversation of an event. */
const readPlace = ({ projectId, aggregateId, payload: { message } }: Event): ConversationPlace => ({
  projectId,
  conversationId: message?.ticket ?? aggregateId,
});

/** The conversation of an event, its contact, and who wrote the message. A deletion also ends runs of former contacts. */
export const aboutConversations: About = (event) => {
  const { ticket, message, contactId } = event.payload as Payload;
  const { conversationId } = readPlace(event as Event);
  if (isDeleted(event as Event)) return [conversationId];
  return [conversationId, ticket?.session?.id ?? contactId, message?.session?.id];
};

const makeKey = ({ projectId, conversationId }: ConversationPlace): string =>
  `${projectId} ${conversationId}`;

/** Events of conversations with a bot, and those that may start one. Most events are messages in other conversations. */
export const findBotEvents = async (
  events: readonly DomainEvent[],
  sql: Sql,
): Promise<readonly DomainEvent[]> => {
  const all = events as readonly Event[];
  const opened = all.filter(isCreated).map(readPlace);
  const busy = await findBusy(sql, all.filter((event) => !isCreated(event)).map(readPlace));
  const keys = new Set([...opened, ...busy].map(makeKey));
  return all.filter((event) => keys.has(makeKey(readPlace(event))));
};

/** Starts and stops what runs in conversations, by what happens in them. */
export const onConversations =
  (deps: Needed): EventsHandler<Payload> =>
  async (events, tx) => {
    await takeDeletionTurns(
      tx,
      events.filter(isDeleted).map(({ projectId }) => projectId),
    );
    const asked = events.filter((event) => !isCreated(event)).map(readPlace);
    const busy = new Set((await findBusy(tx, asked)).map(makeKey));
    for (const event of events) {
      const { projectId, aggregateId, payload } = event;
      const key = makeKey(readPlace(event));
      if (isCreated(event)) {
        if (!(await onCreated(tx, deps, event))) continue;
        busy.add(key);
      } else if (isDeleted(event)) {
        await deleteOfConversation(tx, projectId, aggregateId);
      } else if (!busy.has(key)) {
        continue;
      } else if (event.subject.endsWith('.ticket.updated')) {
        if (isEnd(payload)) await stopBots(tx, projectId, aggregateId, deps.clock());
      } else {
        await onMessage(tx, deps, event);
      }
    }
    return undefined;
  };
