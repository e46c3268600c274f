import { type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { type ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { mergeContact } from '../contacts/merge-contact-tickets';
import { type Deps } from '../deps';
import { contactRecord } from '../references/reference';
import { refreshContact } from '../references/refresh-references';
import { purgeContactTickets } from '../contacts/purge-contact-tickets';

/** The durable that gets `contacts.v1.contact.*`. */
export const CONTACTS_DURABLE = 'tickets-contacts';

interface ContactPayload {
  reference?: ContactReference;
  /** Of a merged contact, the one that it turned out to be. */
  into?: ContactReference;
}

/**
 * Keeps copies of contacts up to date. Deletes the tickets of a deleted contact, and moves those of a merged one to the contact it
 * was merged into.
 */
export const onContact =
  (deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents' | 'contacts'>) =>
  async (
    { subject, projectId, aggregateId, payload, headers }: DomainEvent<ContactPayload>,
    tx: Sql,
  ): Promise<void> => {
    // Its own transactions, in batches; that it may run twice is harmless.
    if (subject.endsWith('.deleted')) return void (await purgeContactTickets(deps, projectId, aggregateId));
    const { into } = payload;
    if (into) {
      const move = { projectId, contactId: aggregateId, into: contactRecord(into), headers };
      return void (await mergeContact(deps, move));
    }
    if (payload.reference) await refreshContact(tx, projectId, payload.reference);
  };
