import { type AfterCommit, type DomainEvent } from '@parley/events';
import { type Sql } from '@parley/persistence';
import { type ContactReference } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { endSubject } from '@parley/realtime';
import { type Deps } from '../deps';
import { removeStream } from '../streams/stream.store';

/** The durable that gets what happens to contacts. */
export const CONTACTS_DURABLE = 's2s-contacts';

interface Payload {
  reference?: ContactReference;
}

/**
 * Ends the connections of contacts that are deleted, merged away or blocked; the streams of those that are gone are removed.
 */
export const onContacts =
  ({ broadcast }: Pick<Deps, 'broadcast'>) =>
  async (
    { subject, projectId, aggregateId: contactId, payload }: DomainEvent<Payload>,
    tx: Sql,
  ): Promise<AfterCommit | undefined> => {
    const isGone = subject.endsWith('.deleted') || subject.endsWith('.merged');
    if (isGone) await removeStream(tx, { projectId, contactId });
    if (!isGone && payload.reference?.blocked !== true) return undefined;
    return () => broadcast.publish(endSubject(projectId, contactId), { contactId });
  };
