import type { Sealer } from '@parley/auth';
import { type Events, goneAmong, type NewEvent } from '@parley/events';
import type { Logger } from '@parley/telemetry';
import type { CallContext } from '@parley/rpc';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RootStore, Store } from '../db';
import { isAutomaton, visitorDigest, type Visit } from '../visitor';
import { countViews, noteViews, type View } from './view.store';
import { articleViewed, questionAsked, searchPerformed } from './visitor.events';

/** Milliseconds that what visitors did is gathered before it is written. */
const GATHER_MS = 100;
/** Most entries that wait to be written; further ones are dropped. */
const MAX_WAITING = 10_000;

/** Publishes visitors' actions on the bus, for statistics. No request waits for it: a kill may lose the last 100 ms. */
export interface Teller {
  searchPerformed(visit: Visit, what: Parameters<typeof searchPerformed>[1], context: CallContext): void;
  questionAsked(visit: Visit, what: Parameters<typeof questionAsked>[1], context: CallContext): void;
  /** One view per article and visitor in 30 minutes; programs that say so are none. */
  articleViewed(visit: Visit, what: Parameters<typeof articleViewed>[1], context: CallContext): void;
  /** Writes what waits. */
  stop(): Promise<void>;
}

interface Waiting {
  event: NewEvent;
  /** Who did it; a visitor without a session has none. */
  contactId: string | undefined;
  view?: View;
}

const makeKey = ({ projectId, articleId, visitor }: View): string => `${projectId} ${articleId} ${visitor}`;

interface TellerDeps {
  store: RootStore;
  events: Pick<Events, 'append' | 'wake'>;
  sealer: Pick<Sealer, 'sign'>;
  clock: () => Date;
  log: Logger;
}

/** Actions of visitors who still exist; these cannot be deleted until the transaction ends. */
const ofLiving = async ({ sql }: Store, batch: readonly Waiting[]): Promise<Waiting[]> => {
  const living: Waiting[] = [];
  for (const projectId of [...new Set(batch.map(({ event }) => event.projectId))].sort()) {
    const own = batch.filter(({ event }) => event.projectId === projectId);
    const left = await goneAmong(
      sql,
      projectId,
      own.flatMap(({ contactId }) => contactId ?? []),
    );
    living.push(...own.filter(({ contactId }) => contactId === undefined || !left.has(contactId)));
  }
  return living;
};

const writeIn = async (
  tx: Store,
  { events, clock }: TellerDeps,
  batch: readonly Waiting[],
): Promise<void> => {
  // Of several reads of one visitor the first is the view.
  const views = new Map<string, Pick<Waiting, 'event'> & { view: View }>();
  const told = batch.flatMap(({ event, view }) => {
    if (!view) return [event];
    if (!views.has(makeKey(view))) views.set(makeKey(view), { event, view });
    return [];
  });
  const noted = Array.from(views.values(), ({ view }) => view);
  const fresh = noted.length > 0 ? await noteViews(tx.sql, noted, clock()) : [];
  if (fresh.length > 0) await countViews(tx.sql, fresh, clock());
  const viewed = fresh.flatMap((view) => views.get(makeKey(view))?.event ?? []);
  if (told.length + viewed.length > 0) await events.append(tx.sql, [...told, ...viewed]);
};

const write = async (deps: TellerDeps, batch: readonly Waiting[]): Promise<void> => {
  await deps.store.transaction(async (tx) => writeIn(tx, deps, await ofLiving(tx, batch)));
  deps.events.wake();
};

/** Gathers what happens and writes it in batches, beside the requests. */
export const createTeller = (deps: TellerDeps): Teller => {
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await sleep(GATHER_MS);
      const batch = waiting;
      waiting = [];
      await write(deps, batch).catch((error: unknown) =>
        deps.log.error({ err: error, events: batch.length }, 'What visitors did could not be told'),
      );
    }
    writing = undefined;
  };

  const add = (one: Waiting): void => {
    if (waiting.length >= MAX_WAITING) return;
    waiting.push(one);
    writing ??= run();
  };

  return {
    searchPerformed: (visit, what, context) =>
      add({ event: searchPerformed(visit, what, context), contactId: visit.contactId }),
    questionAsked: (visit, what, context) =>
      add({ event: questionAsked(visit, what, context), contactId: visit.contactId }),
    articleViewed: (visit, what, context) => {
      if (isAutomaton(visit)) return;
      const { articleId } = what;
      const visitor = visit.contactId ?? visitorDigest(deps.sealer, visit);
      const view = { projectId: visit.scope.projectId, articleId, visitor };
      add({ event: articleViewed(visit, what, context), contactId: visit.contactId, view });
    },
    stop: async () => {
      await writing;
    },
  };
};
