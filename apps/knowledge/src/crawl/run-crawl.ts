import { type Doer, JobLost, type Outcome as JobOutcome, type Task } from '@parley/jobs';
import { removeDocuments } from '../documents';
import { type WebsiteDeps, nextCrawl, type WebsiteError } from '../websites';
import { toError, type HeldCrawl } from './crawl';
import { beginCrawl, endCrawl, isCrawlHeld, lockCrawl, findNextDue, putOffCrawl } from './crawl.store';
import {
  type CrawlPage,
  dropUnnamed,
  nextPage,
  repeatDuplicates,
  tellingPage,
  toValidators,
} from './crawl-page.store';
import { fetchPage } from './fetch-page';
import { createGetter, type Getter } from './get';
import { openCrawl } from './open-crawl';
import { createPace, type Pace } from './pace';
import { type Outcome, readOutcome } from './page-outcome';
import { readSitemaps } from './read-sitemaps';
import { type SiteBounds, siteBounds } from './site-bounds';
import { storePage } from './store-page';

/** Milliseconds between two looks whether the website is still there. */
const LOOK_MS = 1_000;
/** Milliseconds until other crawls have their turn. */
const TURN_MS = 30_000;
/** Requests to a host at a time. */
const PARALLEL = 2;

const askPage = async (
  deps: WebsiteDeps,
  held: HeldCrawl,
  { page, getter, bounds }: { page: CrawlPage; getter: Getter; bounds: SiteBounds },
): Promise<void> => {
  const fetched = await fetchPage(getter, deps.outbound, page.url, {
    bounds,
    validators: toValidators(page),
  });
  const outcome: Outcome =
    fetched.kind === 'moved'
      ? { kind: 'skipped', reason: 'off_site' }
      : await readOutcome(fetched, bounds.allows);
  await storePage(deps, held, { page, outcome, bounds });
};

/** Asks for the addresses that wait, two at a time. Answers whether some are left when the turn is over. */
const askPages = async (
  deps: WebsiteDeps,
  held: HeldCrawl,
  { bounds, pace, task, until }: { bounds: SiteBounds; pace: Pace; task: Task; until: number },
): Promise<boolean> => {
  const failed = new AbortController();
  const both = AbortSignal.any([task.signal, failed.signal]);
  const getter = createGetter(deps, { pace, signal: both });
  // Where a process died one page at a time is asked for, so that the others do not hide which one it is.
  let parallel = task.attempt > 1 ? 1 : PARALLEL;
  const getOn = async (): Promise<void> => {
    if (parallel === PARALLEL) return;
    await task.advance(deps.db);
    parallel = PARALLEL;
  };
  const busy = new Map<string, Promise<void>>();
  try {
    for (;;) {
      both.throwIfAborted();
      const isOver = performance.now() >= until;
      const page =
        isOver || busy.size >= parallel ? undefined : await nextPage(deps.db, held, [...busy.keys()]);
      if (page) {
        const asking = askPage(deps, held, { page, getter, bounds })
          .then(getOn)
          .finally(() => busy.delete(page.id));
        // Its failure is met where it is waited for.
        asking.catch(() => undefined);
        busy.set(page.id, asking);
      } else if (busy.size === 0) return isOver;
      else await Promise.race(busy.values());
    }
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(busy.values());
    throw error;
  }
};

/** Ends a crawl, unless addresses are to be asked for again. Answers whether it has ended. */
const finish = async (deps: WebsiteDeps, held: HeldCrawl, failure?: WebsiteError): Promise<boolean> => {
  const now = deps.clock();
  return deps.db.transaction(async (tx) => {
    const { namesMissing } = await lockCrawl(tx, held);
    const isKnown = failure === undefined;
    if (isKnown && !namesMissing) {
      const gone = await dropUnnamed(tx, held);
      if (gone.length > 0) await removeDocuments(tx, held.projectId, { type: 'website', id: held.id }, gone);
    }
    if (isKnown && (await repeatDuplicates(tx, held)) > 0) return false;
    const page = isKnown ? await tellingPage(tx, held, held.startUrl ?? held.url) : undefined;
    const error = failure ?? (page?.status === 'indexed' ? undefined : toError(page?.status, page?.reason));
    await endCrawl(tx, held, { error, now, next: nextCrawl(held.schedule, now) });
    return true;
  });
};

/** One turn of a crawl. */
const work = async (deps: WebsiteDeps, held: HeldCrawl, task: Task): Promise<void> => {
  const { signal } = task;
  const until = performance.now() + TURN_MS;
  const pace = createPace();
  const getter = createGetter(deps, { pace, signal });
  if (held.startUrl === null || held.robots === null) {
    const start = await openCrawl(deps, held, { getter, pace });
    if ('error' in start) {
      await finish(deps, held, start.error);
      return;
    }
    held.startUrl = start.startUrl;
    held.robots = start.robots;
    // Its pages lie elsewhere, and that host has a turn of its own.
    if (new URL(start.startUrl).host !== held.host) return;
  }
  const bounds = siteBounds(held, held.startUrl, held.robots);
  pace.keep(bounds.rules.delayMs);
  if (held.mode !== 'page' && !held.sitemapsRead) await readSitemaps(deps, getter, held, bounds);
  for (;;) {
    const isLeft = await askPages(deps, held, { bounds, pace, task, until });
    if (isLeft) {
      const dueAt = new Date(deps.clock().getTime() + bounds.rules.delayMs);
      return putOffCrawl(deps.db, held, dueAt);
    }
    if (await finish(deps, held)) break;
  }
};

/** One turn of a crawl, which ends soon after its website is deleted. */
const workWhileHeld = async (deps: WebsiteDeps, held: HeldCrawl, task: Task): Promise<void> => {
  const lost = new AbortController();
  const look = setInterval(() => {
    isCrawlHeld(deps.db, held).then(
      (isHeld) => isHeld || lost.abort(),
      () => undefined,
    );
  }, LOOK_MS);
  try {
    await work(deps, held, { ...task, signal: AbortSignal.any([task.signal, lost.signal]) });
  } catch (error) {
    throw lost.signal.aborted ? new JobLost() : error;
  } finally {
    clearInterval(look);
  }
};

/** Who does it: a turn of the crawl that is due longest, which goes on with the addresses that wait. */
export const createCrawler = (deps: WebsiteDeps): Doer<object> => {
  const nextTurn = async (host: string): Promise<JobOutcome> => {
    const goOnAt = await findNextDue(deps.db, host);
    return goOnAt && { goOnAt };
  };
  return {
    handle: async (_payload, task) => {
      const held = await beginCrawl(deps.db, task.key, deps.clock());
      if (held) await workWhileHeld(deps, held, task);
      return nextTurn(task.key);
    },
    // Marks the current website as failed after an error or a death; the other websites of the host continue.
    giveUp: async (_payload, _error, { key: host }) => {
      const held = await beginCrawl(deps.db, host, deps.clock());
      if (held) await finish(deps, held, 'unreachable');
      return (await nextTurn(host)) ?? { goOnAt: deps.clock() };
    },
  };
};
