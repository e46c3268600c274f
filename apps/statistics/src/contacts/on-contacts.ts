import { removeMails } from '../mails';
import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { addFacts, factsOfContact, replaceFacts, type Fact } from '../facts';
import { withoutContacts, lockStories, saveStories, tellTickets, forgetTickets } from '../story';
import { giveToHeir, ticketsOfContact, ticketsThatName } from './contact.store';

/** The durable that gets what contacts do, and their ends. */
export const CONTACTS_DURABLE = 'statistics-contacts';

/** The tracked event that is a figure. */
const WIDGET_OPENED = 'widgetOpened';

interface Payload {
  /** For a merged contact: the one it was merged into. */
  into?: { id: string };
  events?: readonly { id: string; name: string; date: string }[];
}

/** Deletes everything of a contact: its tickets, its messages and its id elsewhere, and its events. */
const forgetContact = async (tx: Sql, projectId: string, contactId: string, now: Date): Promise<void> => {
  const own = await ticketsOfContact(tx, projectId, contactId);
  const others = (await ticketsThatName(tx, projectId, contactId)).filter((id) => !own.includes(id));
  if (others.length > 0) {
    const known = await lockStories(tx, projectId, others);
    const stories = new Map(
      [...known].map(([id, story]) => [id, withoutContacts(story, new Set([contactId]))]),
    );
    await saveStories(tx, projectId, stories);
    await tellTickets(tx, projectId, stories, now);
  }
  await forgetTickets(tx, projectId, own, now);
  await replaceFacts(tx, projectId, await factsOfContact(tx, projectId, contactId), []);
  await removeMails(tx, projectId, contactId);
};

const opened = (contactId: string, { id, date }: { id: string; date: string }): Fact => ({
  kind: 'WIDGET_OPENED',
  sourceId: id,
  at: Date.parse(date),
  actorType: 'contact',
  actorId: contactId,
  contactId,
  flags: 0,
});

/** Counts contacts' events; deletes the data of deleted contacts, and moves that of merged ones. */
export const onContacts =
  ({ clock }: { clock: () => Date }) =>
  async ({ subject, projectId, aggregateId, payload }: DomainEvent<Payload>, tx: Sql): Promise<void> => {
    const { into, events = [] } = payload;
    if (into) return giveToHeir(tx, projectId, aggregateId, into.id);
    if (!subject.endsWith('.tracked')) return forgetContact(tx, projectId, aggregateId, clock());
    await addFacts(
      tx,
      projectId,
      events.filter(({ name }) => name === WIDGET_OPENED).map((event) => opened(aggregateId, event)),
    );
  };
