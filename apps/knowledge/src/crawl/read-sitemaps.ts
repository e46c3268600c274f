import { OutboundError } from '@parley/outbound';
import { type WebsiteDeps, pageUrl } from '../websites';
import type { HeldCrawl } from './crawl';
import { lockCrawl, noteSitemaps } from './crawl.store';
import { dropBody, type Getter } from './get';
import type { SiteBounds } from './site-bounds';
import { MAX_SITEMAP_ADDRESSES, MAX_SITEMAP_BYTES, readSitemap, SitemapTooLargeError } from './sitemap';
import { nameAddresses } from './store-page';

const TIMEOUT_MS = 60_000;
/** Sitemaps of a crawl, those that an index names included. */
const MAX_SITEMAPS = 500;
/** Addresses that are stored together. */
const BATCH = 500;

/** Whether an address is that of a sitemap by its name, as some people give it for the website's own. */
export const isSitemapUrl = (url: string): boolean => /\.xml(?:\.gz)?$/i.test(new URL(url).pathname);

const listSitemaps = ({ url, mode, startUrl }: HeldCrawl, { origin, rules }: SiteBounds): string[] => {
  const start = startUrl ?? url;
  if (mode === 'sitemap' && isSitemapUrl(start)) return [start];
  return rules.sitemaps.length > 0 ? [...rules.sitemaps] : [`${origin}/sitemap.xml`];
};

type Reading = 'read' | 'none' | 'missing';

/**
 * Reads the sitemaps of a site and names their addresses, as many as a crawl may ask for. Foreign origins are ignored,
 * and what robots.txt disallows is not asked for.
 */
export const readSitemaps = async (
  deps: Pick<WebsiteDeps, 'db' | 'clock' | 'log'>,
  getter: Getter,
  held: HeldCrawl,
  bounds: SiteBounds,
): Promise<void> => {
  const waiting = listSitemaps(held, bounds);
  const known = new Set<string>();
  let left = MAX_SITEMAP_ADDRESSES;
  let isIncomplete = false;

  const store = async (urls: readonly string[]): Promise<void> => {
    await deps.db.transaction(async (tx) => {
      const locked = await lockCrawl(tx, held);
      await nameAddresses(tx, held, { locked, bounds, now: deps.clock() }, { urls, depth: 0 });
    });
  };

  const readOne = async (url: string): Promise<Reading> => {
    await getter.turn();
    const { status, body } = await getter.get(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_SITEMAP_BYTES });
    if (status < 200 || status >= 300) {
      await dropBody(body);
      return status >= 500 || status === 429 ? 'missing' : 'none';
    }
    let batch: string[] = [];
    try {
      for await (const entry of readSitemap(body, { maxAddresses: left })) {
        left -= 1;
        const found = pageUrl(entry.url, url);
        if (found === undefined || new URL(found).origin !== bounds.origin) continue;
        if (entry.kind === 'sitemap') waiting.push(found);
        else batch.push(found);
        if (batch.length >= BATCH) await store(batch.splice(0));
      }
    } finally {
      if (batch.length > 0 && !getter.signal.aborted) await store(batch);
      batch = [];
    }
    return 'read';
  };

  for (let url = waiting.shift(); url !== undefined && left > 0; url = waiting.shift()) {
    const isOurs = URL.canParse(url) && new URL(url).origin === bounds.origin;
    if (known.has(url) || !isOurs || !bounds.allows(url) || known.size >= MAX_SITEMAPS) continue;
    known.add(url);
    try {
      if ((await readOne(url)) === 'missing') isIncomplete = true;
    } catch (error) {
      getter.signal.throwIfAborted();
      if (error instanceof OutboundError)
        isIncomplete ||= error.code === 'timeout' || error.code === 'unreachable';
      else if (!(error instanceof SitemapTooLargeError) && !isBrokenGzip(error)) throw error;
    }
  }
  await deps.db.transaction(async (tx) => {
    await lockCrawl(tx, held);
    await noteSitemaps(tx, held, isIncomplete);
  });
};

const isBrokenGzip = (error: unknown): boolean => /^Z_/.test((error as NodeJS.ErrnoException).code ?? '');
