import { eventColumns, eventRow, type NewEvent, outboxColumns, outboxRows } from '@parley/events';
import type { Store } from '../db';
import type { Ranked } from '../ordering';
import type { ArticleRow, BriefArticleRow } from './article.store';

/** An article, and the bytes of its texts as JSON, at most; 0 where they do not matter. */
export interface SizedArticle {
  id: string;
  size: number;
}

/** The articles of a collection with their ranks, locked until the transaction ends. */
export const lockArticleRanks = (
  { sql }: Store,
  projectId: string,
  collectionId: string,
): Promise<Ranked[]> =>
  // All locks of several articles use this order.
  sql.query(
    'SELECT id, lexorank FROM article WHERE project_id = $1 AND collection_id = $2 ORDER BY id FOR UPDATE',
    [projectId, collectionId],
  );

/** Writes ranks where they are others, and answers of which articles. */
export const writeArticleRanks = async (
  { sql }: Store,
  projectId: string,
  ranks: readonly Ranked[],
): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    `UPDATE article a SET lexorank = n.lexorank FROM unnest($2::text[], $3::text[]) AS n(id, lexorank)
      WHERE a.project_id = $1 AND a.id = n.id AND a.lexorank <> n.lexorank RETURNING a.id`,
    [projectId, ranks.map(({ id }) => id), ranks.map(({ lexorank }) => lexorank)],
  );
  return rows.map(({ id }) => id);
};

/** Publishes or unpublishes the articles of some collections, and answers those that were not so. */
export const writeDrafts = (
  { sql }: Store,
  projectId: string,
  collectionIds: readonly string[],
  { isDraft, at }: { isDraft: boolean; at: Date },
): Promise<SizedArticle[]> =>
  sql.query(
    `WITH locked AS (
       SELECT id FROM article WHERE project_id = $1 AND collection_id = ANY ($2::text[]) AND is_draft <> $3
        ORDER BY id FOR UPDATE)
     UPDATE article a
        SET is_draft = $3, version = a.version + 1, updated_at = $4,
            published_at = CASE WHEN $3 THEN a.published_at ELSE coalesce(a.published_at, $4) END
       FROM locked l WHERE a.project_id = $1 AND a.id = l.id
     RETURNING a.id, CASE WHEN $3 THEN 0 ELSE octet_length(a.content::text) + octet_length(a.plain_content::text)
       + octet_length(a.description::text) + octet_length(a.title::text) END AS size`,
    [projectId, collectionIds, isDraft, at],
  );

const APPEND_WITH_TEXTS = `
INSERT INTO outbox_event (${outboxColumns})
  SELECT e.id, e.subject, e.project_id, e.aggregate_id,
         jsonb_build_object('article', (e.payload::jsonb -> 'article')
           || jsonb_build_object('content', a.content, 'plainContent', a.plain_content)), e.headers::jsonb
    FROM ${outboxRows}
    JOIN article a ON a.project_id = e.project_id AND a.id = e.aggregate_id
   ORDER BY e.position`;

/** Appends events of articles, to which the database itself adds the texts: to carry them here and back took most of the time. */
export const appendWithTexts = async ({ sql }: Store, events: readonly NewEvent[]): Promise<void> => {
  await sql.query(APPEND_WITH_TEXTS, eventColumns(events.map(eventRow)));
};

/** The articles among the ids, by id. */
export const getArticlesById = async (
  { prisma }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<ArticleRow[]> => {
  const rows = await prisma.article.findMany({
    where: { projectId, id: { in: [...ids] } },
    orderBy: { id: 'asc' },
  });
  return rows as unknown as ArticleRow[];
};

/** The articles among the ids without their content, by id. */
export const getBriefArticles = async (
  { prisma }: Store,
  projectId: string,
  ids: readonly string[],
): Promise<BriefArticleRow[]> => {
  const rows = await prisma.article.findMany({
    where: { projectId, id: { in: [...ids] } },
    omit: { content: true, plainContent: true },
    orderBy: { id: 'asc' },
  });
  return rows as unknown as BriefArticleRow[];
};
