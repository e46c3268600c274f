/** What of a website is read. */
export type WebsiteMode = 'site' | 'sitemap' | 'page';

/** When a website is crawled by itself. */
export type WebsiteSchedule = 'manual' | 'daily' | 'weekly';

/** How a website stands. */
export type WebsiteStatus = 'queued' | 'crawling' | 'ready' | 'failed';

/** Why no page of a website could be had. */
export type WebsiteError =
  | 'forbidden_address'
  | 'unreachable'
  | 'timeout'
  | 'http_status'
  | 'robots_disallowed'
  | 'robots_unreachable'
  | 'no_pages';

/** What its owner says of a website. */
export interface WebsiteSettings {
  includePaths: string[];
  excludePaths: string[];
  maxPages: number;
  tags: string[];
  lang?: string | undefined;
  isInternal: boolean;
  schedule: WebsiteSchedule;
}

/** A website. */
export interface Website extends WebsiteSettings {
  projectId: string;
  id: string;
  organisationId: string;
  url: string;
  mode: WebsiteMode;
  status: WebsiteStatus;
  error?: WebsiteError | undefined;
  lastCrawledAt?: Date | undefined;
  nextCrawlAt?: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** A website with what became of its addresses. */
export interface CountedWebsite extends Website {
  indexed: number;
  skipped: number;
  failed: number;
}

/** Most websites of a project. */
export const MAX_WEBSITES = 50;
export const DEFAULT_PAGES = 200;

const DAY_MS = 86_400_000;
const pauses: Readonly<Record<WebsiteSchedule, number | undefined>> = {
  manual: undefined,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
};

/** When a website is crawled next by itself, counted from its last crawl. */
export const nextCrawl = (schedule: WebsiteSchedule, from: Date): Date | undefined => {
  const pause = pauses[schedule];
  return pause === undefined ? undefined : new Date(from.getTime() + pause);
};
