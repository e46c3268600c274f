import type {
  Website as WebsiteDocument,
  WebsitePage,
} from '@parley/proto/generated/parley/knowledge/v1/website';
import type { Partially } from '@parley/rpc';
import type { CountedWebsite } from './website';
import type { PageRow } from './website-page.store';

/** A website as the public document. */
export const presentWebsite = (website: CountedWebsite): Partially<WebsiteDocument> => ({
  id: website.id,
  _id: website.id,
  project: website.projectId,
  organisation: website.organisationId,
  url: website.url,
  mode: website.mode,
  includePaths: website.includePaths,
  excludePaths: website.excludePaths,
  maxPages: website.maxPages,
  tags: website.tags,
  ...(website.lang !== undefined && { lang: website.lang }),
  isInternal: website.isInternal,
  schedule: website.schedule,
  status: website.status,
  ...(website.error !== undefined && { error: website.error }),
  pages: { indexed: website.indexed, skipped: website.skipped, failed: website.failed },
  ...(website.lastCrawledAt && { lastCrawledAt: website.lastCrawledAt.toISOString() }),
  ...(website.nextCrawlAt && { nextCrawlAt: website.nextCrawlAt.toISOString() }),
  createdAt: website.createdAt.toISOString(),
  updatedAt: website.updatedAt.toISOString(),
});

/** An address of a website as the public document. */
export const presentPage = (page: PageRow): WebsitePage => ({
  id: page.id,
  url: page.url,
  title: page.title,
  status: page.status,
  ...(page.reason !== null && { reason: page.reason }),
  ...(page.httpStatus !== null && { httpStatus: page.httpStatus }),
  ...(page.crawledAt && { crawledAt: page.crawledAt.toISOString() }),
});
