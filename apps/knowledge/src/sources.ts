import { type ServiceImplementation } from '@parley/rpc';
import { type Lookout, type Platform, type Worker } from '@parley/runtime';
import { type Deps } from './deps';
import { createCrawlJobs } from './jobs/crawl-jobs';
import { aiModelsRpc } from './rpc/ai-models.rpc';
import { websitesRpc } from './rpc/websites.rpc';
import { type WebsiteDeps } from './websites/deps';

/** What brings knowledge in by itself: websites. */
export interface Sources {
  implementations: ServiceImplementation[];
  /** To start and stop with the service. */
  workers: Worker[];
}

/** Composes websites with their crawls. */
export const createSources = (
  { outbound, publicUrl }: Pick<Platform, 'outbound' | 'publicUrl'>,
  deps: Pick<Deps, 'db' | 'log' | 'effects' | 'wakeIndexing' | 'clock'>,
  lookout: Lookout,
): Sources => {
  const crawls: Worker[] = [];
  const websites: WebsiteDeps = {
    ...deps,
    outbound,
    publicUrl,
    wakeCrawls: () => {
      for (const worker of crawls) worker.wake();
    },
  };
  crawls.push(...createCrawlJobs(websites, lookout));
  return { implementations: [websitesRpc(websites), aiModelsRpc()], workers: crawls };
};
