import { type Database, newId, type Sql } from '@parley/persistence';
import { OPEN_CRAWL } from '../websites/website.store';
import { type WebsiteError } from '../websites/website';
import { CrawlLostError, type HeldCrawl } from './crawl';

const prepare = { prepare: true };

/** Whether a crawl is due. */
export const CRAWL_DUE = { at: '(SELECT min(due_at) FROM website)' };

// One crawl of a host at a time, over all processes and projects: within it at most two requests run.
const NEXT = `SELECT project_id AS "projectId", id, is_open AS "isOpen", lease IS NOT NULL AS "isAbandoned" FROM website w
  WHERE due_at <= $1 AND NOT EXISTS (
    SELECT FROM website o WHERE o.host = w.host AND o.lease IS NOT NULL AND o.due_at > $1)
  ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

const OPEN = `UPDATE website SET ${OPEN_CRAWL} WHERE project_id = $1 AND id = $2`;

// A lease that is still there ran out: its process went away, which counts as a failure.
const HOLD = `UPDATE website SET status = 'crawling', lease = $3, due_at = $4, attempts = attempts + $5::int
  WHERE project_id = $1 AND id = $2
  RETURNING project_id AS "projectId", id, organisation_id AS "organisationId", url, mode, include_paths AS "includePaths",
    exclude_paths AS "excludePaths", max_pages AS "maxPages", schedule, crawl, start_url AS "startUrl", robots,
    sitemaps_read AS "sitemapsRead", lease, attempts`;

/** Takes the crawl that is due longest until `until`; undefined when none is. One that the schedule calls for begins. */
export const claimCrawl = (db: Database, now: Date, until: Date): Promise<HeldCrawl | undefined> =>
  db.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('crawl claims', 0))::text`, [], prepare);
    const [next] = await tx.query<{ projectId: string; id: string; isOpen: boolean; isAbandoned: boolean }>(
      NEXT,
      [now],
      prepare,
    );
    if (!next) return undefined;
    if (!next.isOpen) await tx.query(OPEN, [next.projectId, next.id], prepare);
    const values = [next.projectId, next.id, newId(), until, next.isAbandoned ? 1 : 0];
    return (await tx.query<HeldCrawl>(HOLD, values, prepare))[0];
  });

const HELD = 'project_id = $1 AND id = $2 AND lease = $3';

type Held = Pick<HeldCrawl, 'projectId' | 'id' | 'lease'>;

const EXTEND = `UPDATE website SET due_at = $4 WHERE ${HELD} RETURNING id`;

/** Keeps a crawl for longer; false when this process does not hold it any more. */
export const extendCrawl = async (sql: Sql, { projectId, id, lease }: Held, until: Date): Promise<boolean> =>
  (await sql.query(EXTEND, [projectId, id, lease, until], prepare)).length > 0;

/** What of a website may have changed since its crawl was taken. */
export interface LockedCrawl {
  tags: string[];
  lang: string | null;
  isInternal: boolean;
  named: number;
  refused: number;
  namesMissing: boolean;
}

const LOCK = `SELECT tags, lang, is_internal AS "isInternal", named, refused, names_missing AS "namesMissing"
  FROM website WHERE ${HELD} FOR UPDATE`;

/** Locks a held crawl until the transaction ends. @throws CrawlLostError when it is not held any more. */
export const lockCrawl = async (tx: Sql, { projectId, id, lease }: Held): Promise<LockedCrawl> => {
  const [row] = await tx.query<LockedCrawl>(LOCK, [projectId, id, lease], prepare);
  if (!row) throw new CrawlLostError();
  return row;
};

const BEGIN = `UPDATE website SET start_url = $4, robots = $5, host = $6, attempts = 0 WHERE ${HELD}`;

/** Notes where a crawl begins and what robots.txt says there. */
export const noteStart = async (
  tx: Sql,
  { projectId, id, lease }: Held,
  { startUrl, robots }: { startUrl: string; robots: string },
): Promise<void> => {
  await tx.query(BEGIN, [projectId, id, lease, startUrl, robots, new URL(startUrl).host], prepare);
};

const SITEMAPS = `UPDATE website SET sitemaps_read = true, names_missing = names_missing OR $4 WHERE ${HELD}`;

/** Notes that sitemaps were read; `isIncomplete`: one of them could not be had for now. */
export const noteSitemaps = async (
  tx: Sql,
  { projectId, id, lease }: Held,
  isIncomplete: boolean,
): Promise<void> => {
  await tx.query(SITEMAPS, [projectId, id, lease, isIncomplete], prepare);
};

const PROGRESS = `UPDATE website SET named = named + $4, refused = refused + $5, attempts = 0 WHERE ${HELD}`;

/** Counts addresses that were named, and that robots.txt refused. */
export const countNames = async (
  tx: Sql,
  { projectId, id, lease }: Held,
  { named, refused }: { named: number; refused: number },
): Promise<void> => {
  await tx.query(PROGRESS, [projectId, id, lease, named, refused], prepare);
};

const RELEASE = `UPDATE website SET lease = NULL, due_at = $4 WHERE ${HELD}`;

/** Gives a held crawl back, to be taken up again at a time. */
export const releaseCrawl = async (sql: Sql, { projectId, id, lease }: Held, dueAt: Date): Promise<void> => {
  await sql.query(RELEASE, [projectId, id, lease, dueAt], prepare);
};

const POSTPONE = `UPDATE website SET lease = NULL, due_at = $4, attempts = attempts + 1 WHERE ${HELD}`;

/** Gives a held crawl back after a failure of ours. */
export const postponeCrawl = async (sql: Sql, { projectId, id, lease }: Held, dueAt: Date): Promise<void> => {
  await sql.query(POSTPONE, [projectId, id, lease, dueAt], prepare);
};

const END = `UPDATE website SET is_open = false, lease = NULL, status = $4, error = $5, last_crawled_at = $6,
    next_crawl_at = $7, due_at = $7, robots = NULL, attempts = 0
  WHERE ${HELD}`;

/** Ends a held crawl; with an error it failed. */
export const endCrawl = async (
  tx: Sql,
  { projectId, id, lease }: Held,
  { error, now, next }: { error: WebsiteError | undefined; now: Date; next: Date | undefined },
): Promise<void> => {
  const values = [error === undefined ? 'ready' : 'failed', error ?? null, now, next ?? null];
  await tx.query(END, [projectId, id, lease, ...values], prepare);
};
