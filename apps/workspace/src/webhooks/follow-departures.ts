import { holdHeir, replaceIds } from '@parley/events';
import type { Doer, Outcome } from '@parley/jobs';
import type { Deps } from '../deps';
import {
  deleteEvents,
  forgetFormerId,
  giveEvents,
  lockMentions,
  writeMentions,
} from './departed-contact.store';

/** Events that one transaction deletes or gives away. */
const CHUNK = 200;
/** Events in memory at once, with bodies of up to 1 MB each. */
const MENTIONS = 20;

/**
 * Removes the webhooks' past and pending events about a deleted contact, or assigns those of a merged one to the other contact. Other
 * events lose its id. A turn handles a bounded part.
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
      const mentions = await lockMentions(tx, departure, MENTIONS);
      const ids = new Map([[contactId, heirId]]);
      const written = mentions.map(({ id, body }) => ({
        id,
        body: JSON.stringify(replaceIds(JSON.parse(body) as object, ids)),
      }));
      await writeMentions(tx, departure, heirId, written);
      if (mentions.length === MENTIONS) return { goOnIn: 0 };
      await forgetFormerId(tx, departure);
      return undefined;
    }),
});
