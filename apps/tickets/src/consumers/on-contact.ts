import type { AfterCommit, DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { systemContext } from '@parley/rpc';
import { moveContact, purgeContactTickets } from '../contacts';
import type { Deps } from '../deps';
import { contactRecord, refreshContact } from '../references';

/** The durable that gets `contacts.v1.contact.*`. */
export const CONTACTS_DURABLE = 'tickets-contacts';

/** Of a contact that was merged again since, the library knows only the id. */
type Heir = Pick<ContactReference, 'id'> & Partial<ContactReference>;

interface ContactPayload {
  reference?: ContactReference;
  /** Of a merged contact, the one that it turned out to be. */
  into?: Heir;
}

const isWhole = (heir: Heir): heir is ContactReference => heir.version !== undefined;

const readHeir = async (
  { contacts }: Pick<Deps, 'contacts'>,
  projectId: string,
  heir: Heir,
): Promise<ContactReference> => {
  if (isWhole(heir)) return heir;
  const answer = await contacts.getContactReferences(
    { ids: [heir.id] },
    systemContext('tickets', { projectId }),
  );
  const [found] = answer.contacts;
  // Its own end is not handled yet; tried again, this event names the next contact.
  if (!found) throw new Error('The contact that another one is part of is gone');
  return found;
};

/**
 * Keeps copies of contacts up to date. Deletes the tickets of a deleted contact, and moves those of a merged one to the contact it
 * was merged into.
 */
export const onContact =
  (deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents' | 'contacts'>) =>
  async (
    { subject, projectId, aggregateId, payload, headers }: DomainEvent<ContactPayload>,
    tx: Sql,
  ): Promise<AfterCommit | undefined> => {
    const { into, reference } = payload;
    if (subject.endsWith('.merged') && into) {
      const heir = contactRecord(await readHeir(deps, projectId, into));
      await moveContact(tx, { projectId, contactId: aggregateId, into: heir, now: deps.clock(), headers });
      return deps.wakeEvents;
    }
    // Its own transactions, in batches; that it may run twice is harmless.
    if (/\.(deleted|merged)$/.test(subject)) await purgeContactTickets(deps, projectId, aggregateId);
    else if (reference) await refreshContact(tx, projectId, reference);
    return undefined;
  };
