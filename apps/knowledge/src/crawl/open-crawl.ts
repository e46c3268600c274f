import { type WebsiteDeps, type WebsiteError, pageUrl } from '../websites';
import type { HeldCrawl } from './crawl';
import { countNames, noteSitemaps, noteStart } from './crawl.store';
import { type CrawlPage, findPage, toValidators } from './crawl-page.store';
import { type Fetched, fetchPage } from './fetch-page';
import { fetchRobots } from './fetch-robots';
import type { Getter } from './get';
import type { Pace } from './pace';
import { type Outcome, readOutcome } from './page-outcome';
import { isSitemapUrl } from './read-sitemaps';
import { type SiteBounds, siteBounds } from './site-bounds';
import { storePage } from './store-page';

/** Origins that the first page may move through. */
const MAX_MOVES = 5;

type Start = { error: WebsiteError } | { startUrl: string; robots: string };

const firstVisit: Pick<CrawlPage, 'id' | 'depth' | 'title' | 'done' | 'hasText'> = {
  id: '',
  depth: 0,
  title: '',
  done: 0,
  hasText: false,
};

/** A site that does not answer is not asked for sitemaps, and nothing of it counts as gone. */
const isAway = (outcome: Outcome): boolean =>
  outcome.kind === 'failed' && (outcome.reason !== 'http_status' || (outcome.httpStatus ?? 0) >= 500);

const storeStart = async (
  deps: WebsiteDeps,
  held: HeldCrawl,
  { startUrl, robots, url }: { startUrl: string; robots: string; url: string },
  { outcome, bounds }: { outcome: Outcome; bounds: SiteBounds },
): Promise<Start> => {
  const page: CrawlPage = { ...firstVisit, url, etag: null, lastModified: null, textHash: null, links: null };
  await storePage(deps, held, { page, outcome, bounds }, async (tx) => {
    await noteStart(tx, held, { startUrl, robots, now: deps.clock() });
    await countNames(tx, held, { named: 1, refused: 0 });
    if (isAway(outcome)) await noteSitemaps(tx, held, true);
  });
  held.sitemapsRead ||= isAway(outcome);
  return { startUrl, robots };
};

/**
 * Begins a crawl: robots.txt first, then the first page; its redirects decide origin and directory of the site. Each origin that it
 * moves to is asked for its robots.txt first.
 */
export const openCrawl = async (
  deps: WebsiteDeps,
  held: HeldCrawl,
  { getter, pace }: { getter: Getter; pace: Pace },
): Promise<Start> => {
  let url = pageUrl(held.url) ?? held.url;
  for (let moves = 0; ; moves += 1) {
    const { origin } = new URL(url);
    const found = await fetchRobots(getter, origin);
    if ('error' in found) return found;
    const robots = found.text;
    const bounds = siteBounds(held, url, robots);
    const place = { startUrl: url, robots, url };
    if (!bounds.allows(url))
      return storeStart(deps, held, place, { outcome: { kind: 'skipped', reason: 'robots' }, bounds });
    if (held.mode === 'sitemap' && isSitemapUrl(url)) {
      await deps.db.transaction((tx) => noteStart(tx, held, { ...place, now: deps.clock() }));
      return { startUrl: url, robots };
    }
    pace.keep(bounds.rules.delayMs);
    const validators = toValidators(await findPage(deps.db, held, url));
    const fetched: Fetched = await fetchPage(getter, deps.outbound, url, { bounds, validators });
    if (fetched.kind === 'moved') {
      if (moves < MAX_MOVES) {
        url = fetched.url;
        continue;
      }
      const outcome: Outcome = { kind: 'failed', reason: 'too_many_redirects' };
      return storeStart(deps, held, place, { outcome, bounds });
    }
    const startUrl = fetched.kind === 'page' ? fetched.url : url;
    const site = siteBounds(held, startUrl, robots);
    const outcome = await readOutcome(fetched, site.allows);
    return storeStart(deps, held, { startUrl, robots, url }, { outcome, bounds: site });
  }
};
