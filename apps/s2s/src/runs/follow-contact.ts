import { type Sql } from '@parley/persistence';
import { deleteOfContact, moveToContact, takeDeletionTurns } from './purge.store';
import { emptyEventsOfContact, removeStream } from '../streams/forget.store';
import { setBlocked, type StreamName } from '../streams/stream.store';

/** What became of a contact. */
export type ContactFate = 'deleted' | 'merged' | 'blocked' | 'hears';

/**
 * Notes whether a contact may hear its stream. That of one that is gone is removed for good; of one that was deleted the
 * project's stream tells nothing any more.
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
