import { defineJob, hastenJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';

/**
 * Crawls the websites of a host, the job's key, sequentially: over all processes and projects at most two requests to it run at a
 * time.
 */
export const crawlJob = defineJob<object>({
  name: 'crawl',
  concurrency: 4,
  attempts: 5,
  backoff: (attempts) => attempts * 5_000,
});

/** Where a website lies, and when a crawl of it is due. */
export interface CrawlPlan {
  host: string;
  dueAt: Date | null;
}

/** Asks for a crawl in the transaction that says when it is due. */
export const queueCrawl = async (tx: Sql, plan: CrawlPlan | undefined, now: Date): Promise<void> => {
  if (plan?.dueAt) await hastenJob(tx, crawlJob, {}, { projectId: '*', key: plan.host, now, at: plan.dueAt });
};
