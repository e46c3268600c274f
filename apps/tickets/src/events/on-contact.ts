import { type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { type ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { type Deps } from '../deps';
import { refreshContact } from '../references/refresh-references';
import { purgeContactTickets } from '../tickets/purge-contact-tickets';

/** The durable that gets `contacts.v1.contact.*`. */
export const CONTACTS_DURABLE = 'tickets-contacts';

interface ContactPayload {
  reference?: ContactReference;
}

/** Keeps what is known of contacts up to date; a deleted contact takes its tickets along. */
export const onContact =
  (deps: Pick<Deps, 'db'>) =>
  async (
    { subject, projectId, aggregateId, payload }: DomainEvent<ContactPayload>,
    tx: Sql,
  ): Promise<void> => {
    // Its own transactions, in batches; that it may run twice is harmless.
    if (subject.endsWith('.deleted')) return void (await purgeContactTickets(deps, projectId, aggregateId));
    if (payload.reference) await refreshContact(tx, projectId, payload.reference);
  };
