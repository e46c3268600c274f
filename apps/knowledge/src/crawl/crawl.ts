import type { WebsiteError, WebsiteMode, WebsiteSchedule } from '../websites';

/** A website that this process crawls. */
export interface HeldCrawl {
  projectId: string;
  id: string;
  organisationId: string;
  url: string;
  mode: WebsiteMode;
  includePaths: string[];
  excludePaths: string[];
  maxPages: number;
  schedule: WebsiteSchedule;
  /** Number of the crawl: rises with each. */
  crawl: number;
  /** Where its pages lie; before the first one, where those of the crawl before lay. */
  host: string;
  /** Address of the first page after redirects; null before that was asked for. */
  startUrl: string | null;
  /** robots.txt of its origin; null before it was read. */
  robots: string | null;
  sitemapsRead: boolean;
}

/** Why an address was passed over. */
export type SkipReason =
  'robots' | 'noindex' | 'duplicate' | 'off_site' | 'unsupported_type' | 'too_large' | 'empty';

/** Why an address could not be read. */
export type FailReason =
  'http_status' | 'timeout' | 'unreachable' | 'forbidden_address' | 'too_many_redirects';

/** Links deeper than this are not followed. */
export const MAX_DEPTH = 10;

/** The error of a website without a readable first page. */
export const toError = (status: string | undefined, reason: string | null | undefined): WebsiteError => {
  if (reason === 'robots') return 'robots_disallowed';
  if (status !== 'failed') return 'no_pages';
  if (reason === 'timeout' || reason === 'unreachable' || reason === 'forbidden_address') return reason;
  return 'http_status';
};
