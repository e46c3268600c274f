import { holdHeir } from '@parley/events';
import type { Doer, Outcome } from '@parley/jobs';
import type { Deps } from '../deps';
import { deleteEvents, forgetFormerId, giveEvents } from './departed-contact.store';

/** Events that one transaction deletes or gives away. */
const CHUNK = 200;

/**
 * Removes the webhooks' past and pending events about a deleted contact, or assigns those of a merged one to the other contact; a turn
 * handles a bounded part.
 */
export const createDepartures = ({ db }: Pick<Deps, 'db'>): Doer<object> => ({
  handle: (_payload, { projectId, key: contactId }) =>
    db.transaction(async (tx): Promise<Outcome> => {
      const departure = { projectId, contactId };
      const heirId = await holdHeir(tx, { projectId, id: contactId });
      if (heirId === undefined) return undefined;
      const done =
        heirId === null
          ? await deleteEvents(tx, departure, CHUNK)
          : await giveEvents(tx, departure, heirId, CHUNK);
      if (done === CHUNK) return { goOnIn: 0 };
      await forgetFormerId(tx, departure);
      return undefined;
    }),
});
