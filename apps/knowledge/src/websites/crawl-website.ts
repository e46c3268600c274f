import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  CrawlWebsiteRequest,
  CrawlWebsiteResponse,
} from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import type { Partially } from '@parley/rpc';
import { queueCrawl } from './crawl-job';
import type { WebsiteDeps } from './deps';
import { presentWebsite } from './website.present';
import { findWebsite, lockWebsite, openWebsiteCrawl } from './website.store';

/** Starts another crawl of a website, unless one runs. 404 `website_not_found`. */
export const crawlWebsite = async (
  deps: WebsiteDeps,
  { websiteId }: CrawlWebsiteRequest,
  context: OnceContext<CrawlWebsiteResponse>,
): Promise<Partially<CrawlWebsiteResponse>> => {
  const { projectId } = projectScope(context.scope);
  const now = deps.clock();
  return runTransaction(deps.db, async (tx) => {
    const found = await lockWebsite(tx, projectId, websiteId);
    if (!found) throw notFound('website');
    const plan = await openWebsiteCrawl(tx, found, now);
    const after = await findWebsite(tx, projectId, websiteId);
    const answer = { website: presentWebsite(after ?? found) };
    await context.record(tx, answer);
    await queueCrawl(tx, plan, now);
    return answer;
  });
};
