import { mapInTurns } from '@parley/timing';
import type { Sql } from '@parley/persistence';
import { removeDocuments, saveDocument } from '../documents';
import type { WebsiteDeps } from '../websites';
import { type HeldCrawl, MAX_DEPTH } from './crawl';
import { countNames, lockCrawl, type LockedCrawl } from './crawl.store';
import {
  type CrawlPage,
  isHeldElsewhere,
  namePages,
  ensurePage,
  pagesWithText,
  type PageState,
  refusePages,
  savePage,
} from './crawl-page.store';
import type { Outcome } from './page-outcome';
import type { SiteBounds } from './site-bounds';

/** Addresses that robots.txt refused of which a crawl keeps rows. */
const MAX_REFUSED = 10_000;

/** Statuses that say a page is gone for good. */
const GONE: readonly (number | undefined)[] = [404, 410];

/** Names addresses to be asked for, as far as there is room; what robots.txt refuses becomes a row. */
export const nameAddresses = async (
  tx: Sql,
  held: HeldCrawl,
  { locked, bounds, now }: { locked: LockedCrawl; bounds: SiteBounds; now: Date },
  { urls, depth }: { urls: readonly string[]; depth: number },
): Promise<void> => {
  // The site says how much there is to compare: addresses, rules and their lengths.
  const judged = await mapInTurns(urls, (url) => ({
    url,
    isAllowed: bounds.wants(url) ? bounds.allows(url) : undefined,
  }));
  const those = (isAllowed: boolean): string[] =>
    judged.flatMap((one) => (one.isAllowed === isAllowed ? [one.url] : []));
  const allowed = those(true);
  const denied = those(false);
  const named = await namePages(tx, held, allowed, { depth, room: held.maxPages - locked.named, now });
  for (const page of await pagesWithText(tx, held, denied)) await loseText(tx, held, page);
  const refused = await refusePages(tx, held, denied, { room: MAX_REFUSED - locked.refused, now });
  locked.named += named;
  locked.refused += refused;
  await countNames(tx, held, { named, refused });
};

/** Takes the text of a page away. */
const loseText = async (tx: Sql, held: HeldCrawl, page: CrawlPage): Promise<void> => {
  if (!page.hasText) return;
  await removeDocuments(tx, held.projectId, { type: 'website', id: held.id }, [page.id]);
};

interface Place {
  locked: LockedCrawl;
  bounds: SiteBounds;
  now: Date;
}

const storeText = async (
  tx: Sql,
  held: HeldCrawl,
  page: CrawlPage,
  outcome: Extract<Outcome, { kind: 'text' }>,
  { locked, now }: Place,
): Promise<void> => {
  const { text, hash, links, httpStatus, etag, lastModified } = outcome;
  const common = { httpStatus, title: text.title, links };
  if (await isHeldElsewhere(tx, held, hash, page.id)) {
    await loseText(tx, held, page);
    const state: PageState = {
      ...common,
      status: 'skipped',
      reason: 'duplicate',
      textHash: hash,
      hasText: false,
    };
    return savePage(tx, held, page.id, state, now);
  }
  await saveDocument(
    tx,
    {
      projectId: held.projectId,
      organisationId: held.organisationId,
      owner: { type: 'website', id: held.id },
      key: page.id,
      sourceType: 'website',
      sourceId: page.id,
      texts: [{ ...text, ...(locked.lang !== null && { lang: locked.lang }) }],
      tags: locked.tags,
      isInternal: locked.isInternal,
    },
    now,
  );
  const state: PageState = {
    ...common,
    status: 'indexed',
    textHash: hash,
    hasText: true,
    etag,
    lastModified,
  };
  await savePage(tx, held, page.id, state, now);
};

/** The state of an address without a text of its own. */
const toPageState = (page: CrawlPage, outcome: Exclude<Outcome, { kind: 'text' }>): PageState => {
  const kept = {
    title: page.title,
    textHash: page.textHash,
    hasText: page.hasText,
    etag: page.etag ?? undefined,
    lastModified: page.lastModified ?? undefined,
    links: page.links,
    httpStatus: outcome.httpStatus,
  };
  const lost = { ...kept, textHash: null, hasText: false, etag: undefined, lastModified: undefined };
  switch (outcome.kind) {
    case 'unchanged':
      return { ...kept, status: 'indexed' };
    case 'skipped':
      return {
        ...lost,
        status: 'skipped',
        reason: outcome.reason,
        title: outcome.title ?? page.title,
        links: outcome.links ?? null,
      };
    case 'failed':
      return {
        ...(GONE.includes(outcome.httpStatus) ? lost : kept),
        status: 'failed',
        reason: outcome.reason,
      };
  }
};

/**
 * Stores the outcome of an address, in one transaction with its links: each page is stored once, in any order of interruptions.
 *
 * @throws JobLost when the crawl has ended or its website is deleted: nothing is stored then.
 */
export const storePage = (
  deps: Pick<WebsiteDeps, 'db' | 'clock'>,
  held: HeldCrawl,
  asked: { page: CrawlPage; outcome: Outcome; bounds: SiteBounds },
  alongside: (tx: Sql) => Promise<void> = () => Promise.resolve(),
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { outcome, bounds } = asked;
    const now = deps.clock();
    await alongside(tx);
    const locked = await lockCrawl(tx, held);
    const place: Place = { locked, bounds, now };
    const page = await ensurePage(tx, held, asked.page.url, { depth: asked.page.depth, now });
    if (page.done === held.crawl) return;
    let links = page.links ?? [];
    if (outcome.kind !== 'text') {
      const state = toPageState(page, outcome);
      if (!state.hasText) await loseText(tx, held, page);
      await savePage(tx, held, page.id, state, now);
      links = state.links ?? [];
    } else if (outcome.url === page.url) {
      await storeText(tx, held, page, outcome, place);
      links = outcome.links;
    } else {
      await loseText(tx, held, page);
      const alias: PageState = {
        status: 'skipped',
        reason: 'duplicate',
        httpStatus: outcome.httpStatus,
        title: outcome.text.title,
        textHash: null,
        hasText: false,
        links: null,
      };
      await savePage(tx, held, page.id, alias, now);
      const target = await ensurePage(tx, held, outcome.url, { depth: page.depth, now });
      if (target.done !== held.crawl) await storeText(tx, held, target, outcome, place);
      links = outcome.links;
    }
    if (page.depth < MAX_DEPTH && held.mode === 'site')
      await nameAddresses(tx, held, place, { urls: links, depth: page.depth + 1 });
    else await countNames(tx, held, { named: 0, refused: 0 });
  });
