import type { HeldCrawl } from './crawl';
import { readDirectory, readPath } from '../websites';
import { pathFilter } from './path-glob';
import { parseRobots, type RobotRules } from './robots';

/** What belongs to a site and may be asked for. */
export interface SiteBounds {
  origin: string;
  rules: RobotRules;
  /** Whether robots.txt allows an address. */
  allows(url: string): boolean;
  /** Whether an address belongs to the crawl, robots.txt aside. */
  wants(url: string): boolean;
}

/** The bounds of a crawl after its first page. */
export const siteBounds = (
  { mode, includePaths, excludePaths }: Pick<HeldCrawl, 'mode' | 'includePaths' | 'excludePaths'>,
  startUrl: string,
  robots: string,
): SiteBounds => {
  const { origin } = new URL(startUrl);
  const directory = readDirectory(startUrl);
  const rules = parseRobots(origin, robots);
  const isIncluded = pathFilter({ includePaths, excludePaths });
  return {
    origin,
    rules,
    allows: (url) => rules.allows(url),
    wants: (url) =>
      mode !== 'page' &&
      new URL(url).origin === origin &&
      (mode !== 'site' || url.startsWith(directory)) &&
      isIncluded(readPath(url)),
  };
};
