import type { Sql } from '@parley/persistence';
import { deleteOfContact, moveToContact, takeDeletionTurns } from './purge.store';
import { emptyEventsOfContact, removeStream, setBlocked, type StreamName } from '../streams';

/** What became of a contact. */
export type ContactFate = 'deleted' | 'merged' | 'blocked' | 'hears';

/**
 * Records whether a contact may listen to its stream. The stream of a deleted contact is removed for good, and its events in the
 * project's stream are emptied.
 */
export const followContact = async (
  tx: Sql,
  contact: StreamName,
  fate: ContactFate,
  into?: string,
): Promise<void> => {
  if (fate === 'blocked' || fate === 'hears') return setBlocked(tx, contact, fate === 'blocked');
  const { projectId, contactId } = contact;
  await takeDeletionTurns(tx, [projectId]);
  await removeStream(tx, contact);
  if (into !== undefined) return moveToContact(tx, projectId, contactId, into);
  await emptyEventsOfContact(tx, contact);
  await deleteOfContact(tx, projectId, contactId);
};
