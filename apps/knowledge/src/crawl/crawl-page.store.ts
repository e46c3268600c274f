import { newId, type Sql } from '@parley/persistence';
import type { HeldCrawl } from './crawl';
import type { Validators } from './fetch-page';

const prepare = { prepare: true };

type Site = Pick<HeldCrawl, 'projectId' | 'id' | 'crawl'>;

/** An address as a crawl works on it. */
export interface CrawlPage {
  id: string;
  url: string;
  depth: number;
  title: string;
  done: number;
  etag: string | null;
  lastModified: string | null;
  textHash: string | null;
  hasText: boolean;
  links: string[] | null;
}

const COLUMNS = `id, url, depth, title, done, etag, last_modified AS "lastModified", text_hash AS "textHash",
  has_text AS "hasText", links`;

const FIND = `SELECT ${COLUMNS} FROM website_page WHERE project_id = $1 AND website_id = $2 AND url = $3`;

/** The stored state of an address. */
export const findPage = async (
  sql: Sql,
  { projectId, id }: Site,
  url: string,
): Promise<CrawlPage | undefined> => (await sql.query<CrawlPage>(FIND, [projectId, id, url], prepare))[0];

const NAME = `WITH fresh AS (
    SELECT u.url, u.id, u.position FROM unnest($4::text[], $5::text[]) WITH ORDINALITY u (url, id, position)
     WHERE NOT EXISTS (SELECT FROM website_page p
                        WHERE p.project_id = $1 AND p.website_id = $2 AND p.url = u.url AND p.seen >= $3)
     ORDER BY u.position LIMIT $6
  )
  INSERT INTO website_page AS p (project_id, website_id, id, url, title, has_text, depth, seen, done)
    SELECT $1, $2, f.id, f.url, '', false, $7, $3, 0 FROM fresh f ORDER BY f.position
  ON CONFLICT (project_id, website_id, url) DO UPDATE SET seen = EXCLUDED.seen, depth = EXCLUDED.depth, seq = EXCLUDED.seq
  RETURNING p.id`;

/** Names addresses to be asked for in this crawl, at most `room` that were not named yet. Answers how many. */
export const namePages = async (
  tx: Sql,
  { projectId, id, crawl }: Site,
  urls: readonly string[],
  { depth, room, now }: { depth: number; room: number; now: Date },
): Promise<number> => {
  if (urls.length === 0 || room <= 0) return 0;
  const ids = urls.map(() => newId(now.getTime()));
  return (await tx.query(NAME, [projectId, id, crawl, urls, ids, room, depth], prepare)).length;
};

const REFUSED = `SELECT ${COLUMNS} FROM website_page
  WHERE project_id = $1 AND website_id = $2 AND url = ANY ($3::text[]) AND has_text`;

/** Those of some addresses that have text. */
export const pagesWithText = (
  tx: Sql,
  { projectId, id }: Site,
  urls: readonly string[],
): Promise<CrawlPage[]> => tx.query<CrawlPage>(REFUSED, [projectId, id, urls], prepare);

const REFUSE = `INSERT INTO website_page AS p (project_id, website_id, id, url, title, status, reason, has_text, depth, seen,
    done)
  SELECT $1, $2, u.id, u.url, '', 'skipped', 'robots', false, 0, $3, $3
    FROM (SELECT DISTINCT ON (url) url, id, position FROM unnest($4::text[], $5::text[]) WITH ORDINALITY u (url, id, position)
           ORDER BY url) u ORDER BY u.position LIMIT $6
  ON CONFLICT (project_id, website_id, url) DO UPDATE SET status = 'skipped', reason = 'robots', http_status = NULL,
    has_text = false, text_hash = NULL, etag = NULL, last_modified = NULL, links = NULL, seen = $3, done = $3
    WHERE p.seen < $3
  RETURNING p.id`;

/** Notes addresses that robots.txt refuses, at most `room`. Answers how many were not noted yet. */
export const refusePages = async (
  tx: Sql,
  { projectId, id, crawl }: Site,
  urls: readonly string[],
  { room, now }: { room: number; now: Date },
): Promise<number> => {
  if (urls.length === 0 || room <= 0) return 0;
  const ids = urls.map(() => newId(now.getTime()));
  return (await tx.query(REFUSE, [projectId, id, crawl, urls, ids, room], prepare)).length;
};

const WAITING = `SELECT ${COLUMNS} FROM website_page
  WHERE project_id = $1 AND website_id = $2 AND done < seen AND seen = $3 AND NOT id = ANY ($4::text[])
  ORDER BY seq LIMIT 1`;

/** The next address to ask for, beside those that are being asked. */
export const nextPage = async (
  sql: Sql,
  { projectId, id, crawl }: Site,
  busy: readonly string[],
): Promise<CrawlPage | undefined> =>
  (await sql.query<CrawlPage>(WAITING, [projectId, id, crawl, busy], prepare))[0];

const UPSERT = `INSERT INTO website_page AS p (project_id, website_id, id, url, title, has_text, depth, seen, done)
  VALUES ($1, $2, $3, $4, '', false, $5, $6, 0)
  ON CONFLICT (project_id, website_id, url) DO UPDATE SET seen = GREATEST(p.seen, EXCLUDED.seen)
  RETURNING ${COLUMNS.replaceAll(/\b(id|url|depth|title|done|etag|links)\b/g, 'p.$1')}`;

/** The row of an address, made when there is none; it counts as named in this crawl. */
export const ensurePage = async (
  tx: Sql,
  { projectId, id, crawl }: Site,
  url: string,
  { depth, now }: { depth: number; now: Date },
): Promise<CrawlPage> => {
  const values = [projectId, id, newId(now.getTime()), url, depth, crawl];
  const [row] = await tx.query<CrawlPage>(UPSERT, values, prepare);
  if (!row) throw new Error('The page was not stored');
  return row;
};

const HOLDER = `SELECT id FROM website_page
  WHERE project_id = $1 AND website_id = $2 AND text_hash = $3 AND has_text AND id <> $4 LIMIT 1`;

/** Whether another address of the website has this text. */
export const isHeldElsewhere = async (
  tx: Sql,
  { projectId, id }: Site,
  hash: string,
  pageId: string,
): Promise<boolean> => (await tx.query(HOLDER, [projectId, id, hash, pageId], prepare)).length > 0;

/** The validators for a request of a page: only if its text is kept. */
export const toValidators = (page: CrawlPage | undefined): Validators =>
  page?.hasText ? { etag: page.etag ?? undefined, lastModified: page.lastModified ?? undefined } : {};

/** What became of an address. */
export interface PageState {
  status: 'indexed' | 'skipped' | 'failed';
  reason?: string | undefined;
  httpStatus?: number | undefined;
  title: string;
  textHash: string | null;
  hasText: boolean;
  etag?: string | undefined;
  lastModified?: string | undefined;
  links: string[] | null;
}

const SAVE = `UPDATE website_page SET status = $4, reason = $5, http_status = $6, title = $7, text_hash = $8, has_text = $9,
    etag = $10, last_modified = $11, links = $12, crawled_at = $13, done = $14
  WHERE project_id = $1 AND website_id = $2 AND id = $3`;

/** Notes what became of an address in this crawl. */
export const savePage = async (
  tx: Sql,
  { projectId, id, crawl }: Site,
  pageId: string,
  state: PageState,
  now: Date,
): Promise<void> => {
  await tx.query(
    SAVE,
    [
      projectId,
      id,
      pageId,
      state.status,
      state.reason ?? null,
      state.httpStatus ?? null,
      state.title,
      state.textHash,
      state.hasText,
      state.etag ?? null,
      state.lastModified ?? null,
      state.links,
      now,
      crawl,
    ],
    prepare,
  );
};

const REPEAT = `UPDATE website_page p SET done = 0, etag = NULL, last_modified = NULL
  WHERE project_id = $1 AND website_id = $2 AND reason = 'duplicate' AND seen = $3 AND text_hash IS NOT NULL
    AND NOT EXISTS (SELECT FROM website_page h WHERE h.project_id = $1 AND h.website_id = $2
                       AND h.text_hash = p.text_hash AND h.has_text)
  RETURNING id`;

/** Queues addresses with a duplicate text again when the other page no longer has it. Answers how many. */
export const repeatDuplicates = async (tx: Sql, { projectId, id, crawl }: Site): Promise<number> =>
  (await tx.query(REPEAT, [projectId, id, crawl], prepare)).length;

const DROP = `DELETE FROM website_page WHERE project_id = $1 AND website_id = $2 AND seen < $3
  RETURNING id`;

/** Deletes the addresses that nothing named in this crawl. Answers their ids. */
export const dropUnnamed = async (tx: Sql, { projectId, id, crawl }: Site): Promise<string[]> =>
  (await tx.query<{ id: string }>(DROP, [projectId, id, crawl], prepare)).map((row) => row.id);

const RESULT = `SELECT status, reason FROM website_page
  WHERE project_id = $1 AND website_id = $2 AND done = $3 AND status IS NOT NULL
  ORDER BY (status = 'indexed') DESC, (url = $4) DESC, (status = 'failed') DESC, seq LIMIT 1`;

/** The page that shows how a crawl went: an indexed page, else the first one, else a failed one, else any. */
export const tellingPage = async (
  tx: Sql,
  { projectId, id, crawl }: Site,
  startUrl: string,
): Promise<{ status: string; reason: string | null } | undefined> =>
  (
    await tx.query<{ status: string; reason: string | null }>(
      RESULT,
      [projectId, id, crawl, startUrl],
      prepare,
    )
  )[0];
