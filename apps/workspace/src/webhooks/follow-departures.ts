import { type EventHandler, forgetDeadLetters } from '@parley/events';
import { type Doer, hastenJob, type Outcome } from '@parley/jobs';
import { type ContactDeleted, type ContactMerged } from '@parley/proto/generated/parley/contacts/v1/events';
import { type Deps } from '../deps';
import {
  deleteEvents,
  findDeparted,
  finishDeparture,
  giveEvents,
  lockDeparture,
  lockDepartures,
  noteDeparture,
} from './departed-contact.store';
import { departureJob } from './webhook-jobs';

/** Events that one transaction deletes or gives away. */
const CHUNK = 200;

/**
 * Notes that a contact was deleted, or turned out to be another. From then on no event about a deleted contact is kept for
 * webhooks, however late it comes; a job removes those that are.
 */
export const onDeparture =
  ({ clock }: Pick<Deps, 'clock'>): EventHandler =>
  async ({ projectId, payload }, tx) => {
    const { contactId, into } = payload as ContactDeleted & Partial<ContactMerged>;
    await lockDepartures(tx, projectId);
    const heirs = into ? await findDeparted(tx, projectId, [into.id]) : undefined;
    const heirId = into && heirs?.get(into.id) !== null ? (heirs?.get(into.id) ?? into.id) : null;
    await noteDeparture(tx, { projectId, contactId, heirId }, clock());
    await hastenJob(tx, departureJob, {}, { projectId, key: contactId, now: clock() });
  };

/** Removes the webhooks' past and pending events about a deleted contact; a turn handles a bounded part. */
export const createDepartures = ({ db }: Pick<Deps, 'db'>): Doer<object> => ({
  handle: (_payload, { projectId, key: contactId }) =>
    db.transaction(async (tx): Promise<Outcome> => {
      const departure = await lockDeparture(tx, { projectId, contactId });
      if (!departure) return undefined;
      const { heirId } = departure;
      const done =
        heirId === null
          ? await deleteEvents(tx, departure, CHUNK)
          : await giveEvents(tx, departure, heirId, CHUNK);
      if (done === CHUNK) return { goOnIn: 0 };
      if (heirId === null) await forgetDeadLetters(tx, [{ projectId, aggregateId: contactId }]);
      await finishDeparture(tx, departure);
      return undefined;
    }),
});
