import type { DomainEvent } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { contactLeaves } from '../departures';
import type { Deps } from '../deps';
import { keepTracked, type Tracked } from '../tracked';

/** The durable that gets what happens to contacts. */
export const CONTACTS_DURABLE = 'engagement-contacts';

interface Payload {
  /** For a merged contact: the one it was merged into. */
  into?: { id: string };
  events?: readonly Tracked[];
}

/**
 * Actions of contacts complete steps and make items due. The data of a deleted contact is deleted; the data of a merged one moves
 * to the other contact.
 */
export const onContacts =
  (deps: Pick<Deps, 'liveItems'>) =>
  async (event: DomainEvent<Payload>, tx: Sql): Promise<undefined> => {
    const { subject, projectId, aggregateId, payload, createdAt } = event;
    if (subject.endsWith('.tracked')) {
      await keepTracked(deps, event, tx);
      return undefined;
    }
    await contactLeaves(tx, { projectId, at: createdAt }, aggregateId, payload.into?.id);
    return undefined;
  };
