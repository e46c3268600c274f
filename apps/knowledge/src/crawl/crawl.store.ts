import { JobLost } from '@parley/jobs';
import type { Database, Sql } from '@parley/persistence';
import { OPEN_CRAWL, type WebsiteError, queueCrawl } from '../websites';
import type { HeldCrawl } from './crawl';

const prepare = { prepare: true };

const NEXT = `SELECT project_id AS "projectId", id, is_open AS "isOpen" FROM website
  WHERE host = $1 AND due_at <= $2 ORDER BY due_at, id LIMIT 1 FOR UPDATE`;

const OPEN = `UPDATE website SET ${OPEN_CRAWL} WHERE project_id = $1 AND id = $2`;

const BEGIN = `UPDATE website SET status = 'crawling' WHERE project_id = $1 AND id = $2
  RETURNING project_id AS "projectId", id, organisation_id AS "organisationId", url, mode, include_paths AS "includePaths",
    exclude_paths AS "excludePaths", max_pages AS "maxPages", schedule, crawl, host, start_url AS "startUrl", robots,
    sitemaps_read AS "sitemapsRead"`;

/** The crawl of a host that is due longest; undefined when none is. One that the schedule calls for begins. */
export const beginCrawl = (db: Database, host: string, now: Date): Promise<HeldCrawl | undefined> =>
  db.transaction(async (tx) => {
    const [next] = await tx.query<{ projectId: string; id: string; isOpen: boolean }>(
      NEXT,
      [host, now],
      prepare,
    );
    if (!next) return undefined;
    const keys = [next.projectId, next.id];
    if (!next.isOpen) await tx.query(OPEN, keys, prepare);
    return (await tx.query<HeldCrawl>(BEGIN, keys, prepare))[0];
  });

/** When the next crawl of a host is due; undefined when none is to come. */
export const findNextDue = async (sql: Sql, host: string): Promise<Date | undefined> => {
  const text = 'SELECT min(due_at) AS at FROM website WHERE host = $1 AND due_at IS NOT NULL';
  return (await sql.query<{ at: Date | null }>(text, [host], prepare))[0]?.at ?? undefined;
};

/** The crawl that was begun, and no later one. */
const HELD = 'project_id = $1 AND id = $2 AND crawl = $3 AND is_open';

type Held = Pick<HeldCrawl, 'projectId' | 'id' | 'crawl'>;

/** Whether a crawl still runs and its website is there. */
export const isCrawlHeld = async (sql: Sql, { projectId, id, crawl }: Held): Promise<boolean> =>
  (await sql.query(`SELECT FROM website WHERE ${HELD}`, [projectId, id, crawl], prepare)).length > 0;

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

/** Locks a held crawl until the transaction ends. @throws JobLost when it ended or its website is gone. */
export const lockCrawl = async (tx: Sql, { projectId, id, crawl }: Held): Promise<LockedCrawl> => {
  const [row] = await tx.query<LockedCrawl>(LOCK, [projectId, id, crawl], prepare);
  if (!row) throw new JobLost();
  return row;
};

const START = `UPDATE website SET start_url = $4, robots = $5, host = $6 WHERE ${HELD}`;

/** Notes where a crawl begins and what robots.txt says there. On another host it waits for its turn. */
export const noteStart = async (
  tx: Sql,
  { projectId, id, crawl, host: before }: Held & Pick<HeldCrawl, 'host'>,
  { startUrl, robots, now }: { startUrl: string; robots: string; now: Date },
): Promise<void> => {
  const { host } = new URL(startUrl);
  await tx.query(START, [projectId, id, crawl, startUrl, robots, host], prepare);
  if (host !== before) await queueCrawl(tx, { host, dueAt: now }, now);
};

const SITEMAPS = `UPDATE website SET sitemaps_read = true, names_missing = names_missing OR $4 WHERE ${HELD}`;

/** Notes that sitemaps were read; `isIncomplete`: one of them could not be had for now. */
export const noteSitemaps = async (
  tx: Sql,
  { projectId, id, crawl }: Held,
  isIncomplete: boolean,
): Promise<void> => {
  await tx.query(SITEMAPS, [projectId, id, crawl, isIncomplete], prepare);
};

const PROGRESS = `UPDATE website SET named = named + $4, refused = refused + $5 WHERE ${HELD}`;

/** Counts addresses that were named, and that robots.txt refused. */
export const countNames = async (
  tx: Sql,
  { projectId, id, crawl }: Held,
  { named, refused }: { named: number; refused: number },
): Promise<void> => {
  await tx.query(PROGRESS, [projectId, id, crawl, named, refused], prepare);
};

const PUT_OFF = `UPDATE website SET due_at = $4 WHERE ${HELD}`;

/** Has a crawl go on at a time. */
export const putOffCrawl = async (sql: Sql, { projectId, id, crawl }: Held, dueAt: Date): Promise<void> => {
  await sql.query(PUT_OFF, [projectId, id, crawl, dueAt], prepare);
};

const END = `UPDATE website SET is_open = false, status = $4, error = $5, last_crawled_at = $6,
    next_crawl_at = $7, due_at = $7, robots = NULL
  WHERE ${HELD}`;

/** Ends a held crawl; with an error it failed. */
export const endCrawl = async (
  tx: Sql,
  { projectId, id, crawl }: Held,
  { error, now, next }: { error: WebsiteError | undefined; now: Date; next: Date | undefined },
): Promise<void> => {
  const values = [error === undefined ? 'ready' : 'failed', error ?? null, now, next ?? null];
  await tx.query(END, [projectId, id, crawl, ...values], prepare);
};
