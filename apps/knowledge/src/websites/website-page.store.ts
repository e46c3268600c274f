import type { Sql } from '@parley/persistence';

/** An address of a website that was asked for or refused. */
export interface PageRow {
  id: string;
  url: string;
  title: string;
  status: string;
  reason: string | null;
  httpStatus: number | null;
  crawledAt: Date | null;
}

const LIST = `SELECT id, url, title, status, reason, http_status AS "httpStatus", crawled_at AS "crawledAt"
  FROM website_page
 WHERE project_id = $1 AND website_id = $2 AND status IS NOT NULL AND ($3::text IS NULL OR status = $3)
 ORDER BY url LIMIT $4 OFFSET $5`;

/** The addresses of a website by byte order; those that wait for their first visit are left out. */
export const listPages = (
  sql: Sql,
  { projectId, websiteId }: { projectId: string; websiteId: string },
  { status, limit, skip }: { status: string | undefined; limit: number; skip: number },
): Promise<PageRow[]> =>
  sql.query<PageRow>(LIST, [projectId, websiteId, status ?? null, limit, skip], { prepare: true });
