import { type EventHandler, forgetDeadLetters } from '@parley/events';
import { type ContactDeleted, type ContactMerged } from '@parley/proto/generated/parley/contacts/v1/events';
import { type Lookout, type Worker } from '@parley/runtime';
import { type Deps } from '../deps';
import {
  claimDeparture,
  deleteEvents,
  DEPARTURES_DUE,
  findDeparted,
  finishDeparture,
  giveEvents,
  lockDepartures,
  noteDeparture,
} from './departed-contact.store';

/** Events that one transaction deletes or gives away. */
const CHUNK = 200;

const INTERVAL = 2_500;

/**
 * Notes that a contact was deleted, or turned out to be another. From then on no event about a deleted contact is kept for
 * webhooks, however late it comes; a worker removes those that are.
 */
export const onDeparture =
  ({ clock }: Pick<Deps, 'clock'>): EventHandler =>
  async ({ projectId, payload }, tx) => {
    const { contactId, into } = payload as ContactDeleted & Partial<ContactMerged>;
    await lockDepartures(tx, projectId);
    const heirs = into ? await findDeparted(tx, projectId, [into.id]) : undefined;
    const heirId = into && heirs?.get(into.id) !== null ? (heirs?.get(into.id) ?? into.id) : null;
    await noteDeparture(tx, { projectId, contactId, heirId }, clock());
  };

/** Takes one step of one departure; answers whether there was any. */
const takeStep = ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const departure = await claimDeparture(tx);
    if (!departure) return false;
    const { heirId } = departure;
    const done =
      heirId === null
        ? await deleteEvents(tx, departure, CHUNK)
        : await giveEvents(tx, departure, heirId, CHUNK);
    if (done === CHUNK) return true;
    if (heirId === null)
      await forgetDeadLetters(tx, [{ projectId: departure.projectId, aggregateId: departure.contactId }]);
    await finishDeparture(tx, departure);
    return true;
  });

/** Removes what webhooks were told of deleted contacts, and what they were yet to be told. */
export const createDepartureWorker = (deps: Pick<Deps, 'db' | 'log'>, lookout: Lookout): Worker =>
  lookout.worker({
    name: 'departed contacts',
    due: DEPARTURES_DUE,
    interval: INTERVAL,
    log: deps.log,
    round: () => takeStep(deps),
  });
