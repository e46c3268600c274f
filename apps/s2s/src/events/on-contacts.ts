import type { AfterCommit, DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import type { ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { endSubject } from '@parley/realtime';
import type { Deps } from '../deps';
import { type ContactFate, followContact } from '../runs';

/** The durable that gets what happens to contacts. */
export const CONTACTS_DURABLE = 's2s-contacts';

interface Payload {
  reference?: ContactReference;
  into?: ContactReference;
}

const toFate = (subject: string, { reference }: Payload): ContactFate => {
  if (subject.endsWith('.deleted')) return 'deleted';
  if (subject.endsWith('.merged')) return 'merged';
  return reference?.blocked ? 'blocked' : 'hears';
};

/**
 * Ends the connections of contacts that are deleted, merged away or blocked. A broadcast may be lost; the stream reports the same
 * to callers that check it.
 */
export const onContacts =
  ({ broadcast }: Pick<Deps, 'broadcast'>) =>
  async (
    { subject, projectId, aggregateId: contactId, payload }: DomainEvent<Payload>,
    tx: Sql,
  ): Promise<AfterCommit | undefined> => {
    const fate = toFate(subject, payload);
    await followContact(tx, { projectId, contactId }, fate, payload.into?.id);
    if (fate === 'hears') return undefined;
    return () => broadcast.publish(endSubject(projectId, contactId), { contactId });
  };
