import { removeDocuments } from '../documents/document.store';
import { type WebsiteDeps } from '../websites/deps';
import { nextCrawl, type WebsiteError } from '../websites/website';
import { CrawlLostError, errorOf, type HeldCrawl } from './crawl';
import { claimCrawl, endCrawl, extendCrawl, lockCrawl, postponeCrawl, releaseCrawl } from './crawl.store';
import {
  type CrawlPage,
  dropUnnamed,
  nextPage,
  repeatDuplicates,
  tellingPage,
  validatorsOf,
} from './crawl-page.store';
import { fetchPage } from './fetch-page';
import { createGetter, type Getter } from './get';
import { openCrawl } from './open-crawl';
import { createPace, type Pace } from './pace';
import { type Outcome, readOutcome } from './page-outcome';
import { readSitemaps } from './read-sitemaps';
import { type SiteBounds, siteBounds } from './site-bounds';
import { storePage } from './store-page';

/** Whether there is something to do. */
export { CRAWL_DUE } from './crawl.store';

/** Milliseconds that a crawl belongs to a process which does not report. */
const LEASE_MS = 15_000;
/** Milliseconds between two reports, which also tell that a website was deleted. */
const REPORT_MS = 1_000;
/** Milliseconds until other crawls have their turn. */
const TURN_MS = 30_000;
/** Requests to a host at a time. */
const PARALLEL = 2;
/** Failures of ours in a row after which a crawl is given up. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 5_000;

const askPage = async (
  deps: WebsiteDeps,
  held: HeldCrawl,
  { page, getter, bounds }: { page: CrawlPage; getter: Getter; bounds: SiteBounds },
): Promise<void> => {
  const fetched = await fetchPage(getter, deps.outbound, page.url, {
    bounds,
    validators: validatorsOf(page),
  });
  const outcome: Outcome =
    fetched.kind === 'moved'
      ? { kind: 'skipped', reason: 'off_site' }
      : await readOutcome(fetched, bounds.allows);
  await storePage(deps, held, { page, outcome, bounds });
  deps.wakeIndexing();
};

/** Asks for the addresses that wait, two at a time. Answers whether some are left when the turn is over. */
const askPages = async (
  deps: WebsiteDeps,
  held: HeldCrawl,
  { bounds, pace, signal, until }: { bounds: SiteBounds; pace: Pace; signal: AbortSignal; until: number },
): Promise<boolean> => {
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const getter = createGetter(deps, { pace, signal: both });
  const busy = new Map<string, Promise<void>>();
  try {
    for (;;) {
      both.throwIfAborted();
      const isOver = performance.now() >= until;
      const page =
        isOver || busy.size >= PARALLEL ? undefined : await nextPage(deps.db, held, [...busy.keys()]);
      if (page) {
        const asking = askPage(deps, held, { page, getter, bounds }).finally(() => busy.delete(page.id));
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
    const error = failure ?? (page?.status === 'indexed' ? undefined : errorOf(page?.status, page?.reason));
    await endCrawl(tx, held, { error, now, next: nextCrawl(held.schedule, now) });
    return true;
  });
};

/** One turn of a crawl. */
const work = async (deps: WebsiteDeps, held: HeldCrawl, signal: AbortSignal): Promise<void> => {
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
  }
  const bounds = siteBounds(held, held.startUrl, held.robots);
  pace.keep(bounds.rules.delayMs);
  if (held.mode !== 'page' && !held.sitemapsRead) await readSitemaps(deps, getter, held, bounds);
  for (;;) {
    const isLeft = await askPages(deps, held, { bounds, pace, signal, until });
    if (isLeft) {
      const dueAt = new Date(deps.clock().getTime() + bounds.rules.delayMs);
      return releaseCrawl(deps.db, held, dueAt);
    }
    if (await finish(deps, held)) break;
  }
  deps.wakeIndexing();
};

const fail = async (deps: WebsiteDeps, held: HeldCrawl, error: unknown): Promise<void> => {
  const attempt = held.attempts + 1;
  deps.log.error({ err: error, website: held.id, attempt }, 'A crawl failed');
  if (attempt >= MAX_ATTEMPTS) {
    await finish(deps, held, 'unreachable');
    return;
  }
  await postponeCrawl(deps.db, held, new Date(deps.clock().getTime() + RETRY_MS * attempt));
};

/**
 * Works on the crawl that is due longest, for a turn. Answers whether there was one. A crawl of which a process went away
 * is due again when its lease ends, and goes on with the addresses that wait.
 */
export const runCrawl = async (deps: WebsiteDeps, stopping: AbortSignal): Promise<boolean> => {
  const leaseEnd = (): Date => new Date(deps.clock().getTime() + LEASE_MS);
  const held = await claimCrawl(deps.db, deps.clock(), leaseEnd());
  if (!held) return false;
  if (held.attempts >= MAX_ATTEMPTS) {
    await finish(deps, held, 'unreachable');
    deps.log.error({ website: held.id }, 'A crawl ended its process again and again');
    return true;
  }
  const lost = new AbortController();
  const report = setInterval(() => {
    extendCrawl(deps.db, held, leaseEnd()).then(
      (isHeld) => {
        if (!isHeld) lost.abort(new CrawlLostError());
      },
      (error: unknown) =>
        deps.log.warn({ err: error, website: held.id }, 'The lease of a crawl was not extended'),
    );
  }, REPORT_MS);
  try {
    await work(deps, held, AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    if (error instanceof CrawlLostError || lost.signal.aborted) return true;
    if (stopping.aborted) await releaseCrawl(deps.db, held, deps.clock());
    else await fail(deps, held, error);
  } finally {
    clearInterval(report);
  }
  return true;
};
