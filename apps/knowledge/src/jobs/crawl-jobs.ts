import { type Lookout, type Worker } from '@parley/runtime';
import { CRAWL_DUE, runCrawl } from '../crawl/run-crawl';
import { type WebsiteDeps } from '../websites/deps';

/** Milliseconds between two looks for crawls. */
const INTERVAL = 2_500;

/** Crawls that a process works on at a time. */
const PARALLEL = 4;

/** Crawls websites; any number of processes may run it. */
export const createCrawlJobs = (deps: WebsiteDeps, lookout: Lookout): Worker[] =>
  Array.from({ length: PARALLEL }, (_, index) =>
    lookout.worker({
      name: `crawl ${index + 1}`,
      due: CRAWL_DUE,
      interval: INTERVAL,
      log: deps.log,
      round: (signal) => runCrawl(deps, signal),
    }),
  );
