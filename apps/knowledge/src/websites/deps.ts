import type { Outbound } from '@parley/outbound';
import type { Deps } from '../deps';

/** What websites and their crawls work with. */
export interface WebsiteDeps extends Pick<Deps, 'db' | 'log' | 'effects' | 'clock'> {
  outbound: Pick<Outbound, 'stream' | 'check'>;
  /** Address of the gateway as clients see it: the crawler names it. */
  publicUrl: string;
}
