import type { Sql } from '@parley/persistence';
import type { CrawlPlan } from './crawl-job';
import type { CountedWebsite, Website, WebsiteError } from './website';

const prepare = { prepare: true };

const COLUMNS = `w.project_id AS "projectId", w.id, w.organisation_id AS "organisationId", w.url, w.mode,
  w.include_paths AS "includePaths", w.exclude_paths AS "excludePaths", w.max_pages AS "maxPages", w.tags, w.lang,
  w.is_internal AS "isInternal", w.schedule, w.status, w.error, w.last_crawled_at AS "lastCrawledAt",
  w.next_crawl_at AS "nextCrawlAt", w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

const COUNTED = `SELECT ${COLUMNS}, c.indexed, c.skipped, c.failed
  FROM website w CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE status = 'indexed')::int AS indexed,
           count(*) FILTER (WHERE status = 'skipped')::int AS skipped,
           count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM website_page p WHERE p.project_id = w.project_id AND p.website_id = w.id
  ) c`;

type Nullable = 'lang' | 'error' | 'lastCrawledAt' | 'nextCrawlAt';
type Row = Omit<CountedWebsite, Nullable> & {
  lang: string | null;
  error: WebsiteError | null;
  lastCrawledAt: Date | null;
  nextCrawlAt: Date | null;
};

const read = ({ lang, error, lastCrawledAt, nextCrawlAt, ...row }: Row): CountedWebsite => ({
  ...row,
  lang: lang ?? undefined,
  error: error ?? undefined,
  lastCrawledAt: lastCrawledAt ?? undefined,
  nextCrawlAt: nextCrawlAt ?? undefined,
});

const FIND = `${COUNTED} WHERE w.project_id = $1 AND w.id = $2`;
const LIST = `${COUNTED} WHERE w.project_id = $1 ORDER BY w.created_at DESC, w.id DESC`;

export const findWebsite = async (
  sql: Sql,
  projectId: string,
  id: string,
): Promise<CountedWebsite | undefined> => {
  const [row] = await sql.query<Row>(FIND, [projectId, id], prepare);
  return row && read(row);
};

/** Like `findWebsite`; until the transaction ends no other caller changes the website, and no crawl stores a page. */
export const lockWebsite = async (
  tx: Sql,
  projectId: string,
  id: string,
): Promise<CountedWebsite | undefined> => {
  await tx.query(
    'SELECT FROM website WHERE project_id = $1 AND id = $2 FOR UPDATE',
    [projectId, id],
    prepare,
  );
  return findWebsite(tx, projectId, id);
};

/** The websites of a project, the newest first. */
export const listWebsites = async (sql: Sql, projectId: string): Promise<CountedWebsite[]> =>
  (await sql.query<Row>(LIST, [projectId], prepare)).map(read);

/** The number of a project's websites; no other one can be added until the transaction ends. */
export const countWebsitesLocked = async (tx: Sql, projectId: string): Promise<number> => {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [`websites ${projectId}`]);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM website WHERE project_id = $1',
    [projectId],
    prepare,
  );
  return row?.count ?? 0;
};

const PLAN = 'host, due_at AS "dueAt"';

const INSERT = `INSERT INTO website (project_id, id, organisation_id, url, url_key, mode, include_paths, exclude_paths,
    max_pages, tags, lang, is_internal, schedule, status, created_at, updated_at, host, crawl, is_open, sitemaps_read,
    names_missing, named, refused, attempts, due_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, 1, true, false, false, 0, 0, 0, $15)
  RETURNING ${PLAN}`;

/** Stores a new website. Answers when a crawl of it is due. */
export const insertWebsite = async (
  tx: Sql,
  website: Website,
  urlKey: string,
): Promise<CrawlPlan | undefined> => {
  const [plan] = await tx.query<CrawlPlan>(
    INSERT,
    [
      website.projectId,
      website.id,
      website.organisationId,
      website.url,
      urlKey,
      website.mode,
      website.includePaths,
      website.excludePaths,
      website.maxPages,
      website.tags,
      website.lang ?? null,
      website.isInternal,
      website.schedule,
      website.status,
      website.createdAt,
      new URL(urlKey).host,
    ],
    prepare,
  );
  return plan;
};

// A crawl that runs stays due as it is; one that is not begun yet follows the schedule.
const UPDATE = `UPDATE website SET include_paths = $3, exclude_paths = $4, max_pages = $5, tags = $6, lang = $7,
    is_internal = $8, schedule = $9, next_crawl_at = $10, updated_at = $11,
    due_at = CASE WHEN is_open THEN due_at ELSE $10 END
  WHERE project_id = $1 AND id = $2 RETURNING ${PLAN}`;

/** Stores the settings of a website. Answers when a crawl of it is due. */
export const updateWebsiteRow = async (tx: Sql, website: Website): Promise<CrawlPlan | undefined> => {
  const [plan] = await tx.query<CrawlPlan>(
    UPDATE,
    [
      website.projectId,
      website.id,
      website.includePaths,
      website.excludePaths,
      website.maxPages,
      website.tags,
      website.lang ?? null,
      website.isInternal,
      website.schedule,
      website.nextCrawlAt ?? null,
      website.updatedAt,
    ],
    prepare,
  );
  return plan;
};

/** The values of a row when a new crawl starts. */
export const OPEN_CRAWL = `crawl = crawl + 1, is_open = true, start_url = NULL, robots = NULL, sitemaps_read = false,
  names_missing = false, named = 0, refused = 0`;

const OPEN = `UPDATE website SET ${OPEN_CRAWL}, status = 'queued', due_at = $3
  WHERE project_id = $1 AND id = $2 AND NOT is_open RETURNING ${PLAN}`;

/** Has a crawl begin, unless one runs. Answers when it is due. */
export const openWebsiteCrawl = async (
  tx: Sql,
  { projectId, id }: Pick<Website, 'projectId' | 'id'>,
  now: Date,
): Promise<CrawlPlan | undefined> => (await tx.query<CrawlPlan>(OPEN, [projectId, id, now], prepare))[0];

/** Deletes a website with its addresses. */
export const deleteWebsiteRow = async (
  tx: Sql,
  { projectId, id }: Pick<Website, 'projectId' | 'id'>,
): Promise<void> => {
  await tx.query('DELETE FROM website WHERE project_id = $1 AND id = $2', [projectId, id], prepare);
};
