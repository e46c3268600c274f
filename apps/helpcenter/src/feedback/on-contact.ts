import { type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { type ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { forgetContact, moveVotes } from './feedback.store';

/** The durable that gets `contacts.v1.contact.deleted` and `.merged`. */
export const CONTACTS_DURABLE = 'helpcenter-contacts';

/** Feedback forgets a deleted contact; that of a merged one is its heir's. */
export const onContact = async (
  { projectId, aggregateId, payload }: DomainEvent<{ into?: ContactReference }>,
  tx: Sql,
): Promise<void> => {
  if (payload.into) await moveVotes(tx, projectId, aggregateId, payload.into.id);
  else await forgetContact(tx, projectId, aggregateId);
};
