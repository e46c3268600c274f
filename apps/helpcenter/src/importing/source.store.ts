import type { Sql } from '@parley/persistence';

/** An imported article, and the digest of its content at the source then. */
export interface KnownArticle {
  source: string;
  articleId: string;
  digest: string;
}

const prepare = { prepare: true };

export const findKnownArticles = (
  sql: Sql,
  projectId: string,
  sources: readonly string[],
): Promise<KnownArticle[]> =>
  sql.query(
    `SELECT source, article_id AS "articleId", digest FROM article_source
      WHERE project_id = $1 AND source = ANY ($2::text[])`,
    [projectId, sources],
    prepare,
  );

/** Records where an article comes from, and its content there. */
export const saveKnownArticle = async (
  tx: Sql,
  projectId: string,
  { source, articleId, digest }: KnownArticle,
): Promise<void> => {
  await tx.query(
    `INSERT INTO article_source (project_id, article_id, source, digest) VALUES ($1, $2, $3, $4)
     ON CONFLICT (project_id, source) DO UPDATE SET digest = EXCLUDED.digest, article_id = EXCLUDED.article_id`,
    [projectId, articleId, source, digest],
    prepare,
  );
};

export const findKnownCollections = (
  sql: Sql,
  projectId: string,
  sources: readonly string[],
): Promise<{ source: string; collectionId: string }[]> =>
  sql.query(
    `SELECT source, collection_id AS "collectionId" FROM collection_source
      WHERE project_id = $1 AND source = ANY ($2::text[])`,
    [projectId, sources],
    prepare,
  );

export const saveKnownCollection = async (
  tx: Sql,
  projectId: string,
  { source, collectionId }: { source: string; collectionId: string },
): Promise<void> => {
  await tx.query(
    'INSERT INTO collection_source (project_id, collection_id, source) VALUES ($1, $2, $3)',
    [projectId, collectionId, source],
    prepare,
  );
};
