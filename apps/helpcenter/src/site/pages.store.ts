import type { Store } from '../db';
import type { Localised } from '@parley/localised';
import type { Reach } from '../visitor';

/** An article with what its addresses are made of. */
export interface PageRow {
  docId: number;
  title: Localised<string>;
  /** Those it has, as they are compared. */
  languages: string[];
  updatedAt: Date;
}

/** The statement of `findArticlePages`: project, audiences, last number, limit. */
export const ARTICLE_PAGES = `
  SELECT a.doc_id AS "docId", a.title, r.languages, a.updated_at AS "updatedAt"
    FROM article a JOIN article_reach r ON r.project_id = a.project_id AND r.article_id = a.id
   WHERE a.project_id = $1 AND r.audience = ANY ($2) AND a.doc_id > $3 ORDER BY a.doc_id LIMIT $4`;

/** Articles of some audiences after a running number, by their running numbers. */
export const findArticlePages = (
  { sql }: Store,
  { projectId, audiences }: Pick<Reach, 'projectId' | 'audiences'>,
  after: number,
  limit: number,
): Promise<PageRow[]> => sql.query<PageRow>(ARTICLE_PAGES, [projectId, audiences, after, limit]);
