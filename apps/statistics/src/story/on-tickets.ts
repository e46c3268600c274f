import { type AfterCommit, type DomainEvent, heirsAmong, noteGone } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { readContactId, contactsIn, deletedIn, inherited, withoutContacts } from './contacts-in-story';
import { absorb, emptyStory, type Piece, type StoredStory, withoutMessage } from './stored-story';
import { lockStories, removeTickets, saveStories, saveTickets } from './story.store';
import { tellTickets } from './tell-tickets';

/** The durable that gets what happens in tickets. */
export const TICKETS_DURABLE = 'statistics-tickets';

interface Payload {
  history?: Partial<Piece>;
  message?: { id: string };
  /** Of a deleted ticket: those that were merged into it and are gone with it. */
  mergedIds?: readonly string[];
}

type TicketEvent = DomainEvent<Payload>;

const isDeletion = ({ subject }: TicketEvent): boolean => subject.endsWith('.ticket.deleted');

/** The history of a ticket after an event. */
const after = (known: StoredStory, { subject, payload, aggregateId }: TicketEvent): StoredStory => {
  if (subject.endsWith('.message.deleted') && payload.message)
    return withoutMessage(known, payload.message.id);
  return payload.history ? absorb(known, { ...payload.history, ticketId: aggregateId }) : known;
};

/** Deletes tickets and their facts, as if they had never existed. */
export const forgetTickets = async (
  tx: Sql,
  projectId: string,
  ticketIds: readonly string[],
  at: Date,
): Promise<void> => {
  if (ticketIds.length === 0) return;
  await noteGone(
    tx,
    ticketIds.map((id) => ({ projectId, id })),
    { at, inTurn: true },
  );
  await removeTickets(tx, projectId, ticketIds);
  await tellTickets(tx, projectId, new Map(ticketIds.map((id) => [id, undefined])), at);
};

const handleProject = async (
  tx: Sql,
  projectId: string,
  events: readonly TicketEvent[],
  now: Date,
): Promise<void> => {
  const deleted = [
    ...new Set(
      events
        .filter(isDeletion)
        .flatMap(({ aggregateId, payload }) => [aggregateId, ...(payload.mergedIds ?? [])]),
    ),
  ].sort();
  const living = events.filter((event) => !isDeletion(event));
  const stories = new Map<string, StoredStory>();
  if (living.length > 0) {
    const known = await lockStories(
      tx,
      projectId,
      living.map(({ aggregateId }) => aggregateId),
    );
    for (const event of living) {
      const { aggregateId } = event;
      const story = after(stories.get(aggregateId) ?? known.get(aggregateId) ?? emptyStory(), event);
      stories.set(aggregateId, { ...story, toldAt: now.getTime() });
    }
  }
  const heirs = await heirsAmong(tx, projectId, [...new Set([...stories.values()].flatMap(contactsIn))]);
  const gone = deletedIn(heirs);
  // The ticket of a deleted contact is deleted silently, and its events may be late; so may those of its messages in tickets of
  // others.
  const left = [...stories].filter(([, story]) => gone.has(readContactId(story) ?? '')).map(([id]) => id);
  for (const id of left) stories.delete(id);
  if (heirs.size > 0)
    for (const [id, story] of stories) stories.set(id, withoutContacts(inherited(story, heirs), gone));
  if (stories.size > 0) {
    await saveStories(tx, projectId, stories);
    await saveTickets(tx, projectId, stories);
    await tellTickets(tx, projectId, stories, now);
  }
  await forgetTickets(tx, projectId, [...deleted, ...left], now);
};

/** Keeps what happens in tickets, and their facts, up to date: events that arrive together are handled together. */
export const onTickets =
  ({ clock }: { clock: () => Date }) =>
  async (events: readonly TicketEvent[], tx: Sql): Promise<AfterCommit | undefined> => {
    const projects = [...new Set(events.map(({ projectId }) => projectId))].sort();
    for (const projectId of projects)
      await handleProject(
        tx,
        projectId,
        events.filter((event) => event.projectId === projectId),
        clock(),
      );
    return undefined;
  };
