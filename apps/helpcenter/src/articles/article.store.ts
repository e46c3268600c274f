import { type RichText } from '@parley/rich-text';
import { type Condition } from '@parley/audience';
import { type Store } from '../db';
import { type Article, type Prisma } from '../generated/prisma/client';
import { type Localised } from '../localised/localised';
import { type Texts } from '../localised/texts';

/** A stored article. */
export interface ArticleRow
  extends
    Omit<
      Article,
      'title' | 'description' | 'content' | 'plainContent' | 'baseAudienceFilter' | 'extendedAudienceFilter'
    >,
    Texts {
  content: Localised<RichText>;
  plainContent: Localised<string>;
  baseAudienceFilter: Condition[];
  extendedAudienceFilter: Condition[];
}

/** What of an article changes. */
export type ArticlePatch = Partial<
  Omit<ArticleRow, 'projectId' | 'id' | 'organisationId' | 'docId' | 'createdAt'>
>;

/** Where an article is. */
export interface ArticlePlace {
  projectId: string;
  collectionId: string;
  id: string;
}

const rowOf = (stored: Article): ArticleRow => stored as unknown as ArticleRow;

/** An article that is in the collection. */
export const findArticle = async (
  { prisma }: Store,
  { projectId, collectionId, id }: ArticlePlace,
): Promise<ArticleRow | undefined> => {
  const row = await prisma.article.findUnique({ where: { projectId_id: { projectId, id }, collectionId } });
  return row ? rowOf(row) : undefined;
};

/** As `findArticle`; nobody else changes it until the transaction ends. */
export const lockArticle = async (tx: Store, place: ArticlePlace): Promise<ArticleRow | undefined> => {
  const { projectId, id } = place;
  await tx.sql.query('SELECT id FROM article WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  return findArticle(tx, place);
};

/** The statement of `findArticleSizes`: project and collection. */
export const ARTICLE_SIZES = `
  SELECT id, pg_column_size(content) + pg_column_size(plain_content) + pg_column_size(description) AS size
    FROM article WHERE project_id = $1 AND collection_id = $2 ORDER BY lexorank, id`;

/** Articles of a collection by their position, with the bytes that each takes in the database. */
export const findArticleSizes = (
  { sql }: Store,
  projectId: string,
  collectionId: string,
): Promise<{ id: string; size: number }[]> => sql.query(ARTICLE_SIZES, [projectId, collectionId]);

/** The articles among the ids that are in the collection. */
export const getArticles = async (
  { prisma }: Store,
  projectId: string,
  collectionId: string,
  ids: readonly string[],
): Promise<ArticleRow[]> => {
  const rows = await prisma.article.findMany({ where: { projectId, collectionId, id: { in: [...ids] } } });
  return rows.map(rowOf);
};

/** The rank of the last article of a collection. */
export const lastArticleRank = async (
  { prisma }: Store,
  projectId: string,
  collectionId: string,
): Promise<string | undefined> => {
  const row = await prisma.article.findFirst({
    where: { projectId, collectionId },
    select: { lexorank: true },
    orderBy: [{ lexorank: 'desc' }, { id: 'desc' }],
  });
  return row?.lexorank;
};

const json = (value: object): Prisma.InputJsonObject => value as Prisma.InputJsonObject;

/** Stores a new article. */
export const insertArticle = async ({ prisma }: Store, row: ArticleRow): Promise<void> => {
  await prisma.article.create({
    data: {
      ...row,
      title: json(row.title),
      description: json(row.description),
      content: json(row.content),
      plainContent: json(row.plainContent),
      baseAudienceFilter: json(row.baseAudienceFilter),
      extendedAudienceFilter: json(row.extendedAudienceFilter),
    },
  });
};

/** Changes an article that exists. */
export const updateArticleRow = async (
  { prisma }: Store,
  { projectId, id }: Pick<ArticleRow, 'projectId' | 'id'>,
  patch: ArticlePatch,
): Promise<ArticleRow> => {
  const { title, description, content, plainContent, baseAudienceFilter, extendedAudienceFilter, ...rest } =
    patch;
  return rowOf(
    await prisma.article.update({
      where: { projectId_id: { projectId, id } },
      data: {
        ...rest,
        ...(title && { title: json(title) }),
        ...(description && { description: json(description) }),
        ...(content && { content: json(content) }),
        ...(plainContent && { plainContent: json(plainContent) }),
        ...(baseAudienceFilter && { baseAudienceFilter: json(baseAudienceFilter) }),
        ...(extendedAudienceFilter && { extendedAudienceFilter: json(extendedAudienceFilter) }),
      },
    }),
  );
};

/** Deletes an article that exists. */
export const deleteArticleRow = async (
  { prisma }: Store,
  { projectId, id }: Pick<ArticleRow, 'projectId' | 'id'>,
): Promise<void> => {
  await prisma.article.delete({ where: { projectId_id: { projectId, id } } });
};
