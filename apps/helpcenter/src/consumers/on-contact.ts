import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { forgetViews } from '../telling';
import { forgetContact, moveVotes } from '../feedback';

/** The durable that gets `contacts.v1.contact.deleted` and `.merged`. */
export const CONTACTS_DURABLE = 'helpcenter-contacts';

/** Feedback and views of a deleted contact are deleted; those of a merged one move to the other contact. */
export const onContact = async (
  { projectId, aggregateId, payload: { into } }: DomainEvent<{ into?: ContactReference }>,
  tx: Sql,
): Promise<void> => {
  if (into) await moveVotes(tx, projectId, aggregateId, into.id);
  else await forgetContact(tx, projectId, aggregateId);
  await forgetViews(tx, projectId, aggregateId);
};
