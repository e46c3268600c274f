import type { RichText } from '@parley/rich-text';
import type { Condition } from '@parley/audience';
import type { ListQuery } from '@parley/persistence';
import type { Store } from '../db';
import type { Article, Prisma } from '../generated/prisma/client';
import type { LanguageChanges, Texts } from '../localised';
import type { Localised } from '@parley/localised';
import { articleSortable, compilePositions } from '../positions';

/** A stored article; its languages are the database's own affair. */
export interface ArticleRow
  extends
    Omit<
      Article,
      | 'title'
      | 'description'
      | 'content'
      | 'plainContent'
      | 'baseAudienceFilter'
      | 'extendedAudienceFilter'
      | 'languageChanges'
      | 'languages'
    >,
    Texts {
  content: Localised<RichText>;
  plainContent: Localised<string>;
  baseAudienceFilter: Condition[];
  extendedAudienceFilter: Condition[];
  languageChanges: LanguageChanges;
}

/** An article without its content. */
export type BriefArticleRow = Omit<ArticleRow, 'content' | 'plainContent'>;

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

const toRow = (stored: Article): ArticleRow => stored as unknown as ArticleRow;

/** An article that is in the collection. */
export const findArticle = async (
  { prisma }: Store,
  { projectId, collectionId, id }: ArticlePlace,
): Promise<ArticleRow | undefined> => {
  const row = await prisma.article.findUnique({ where: { projectId_id: { projectId, id }, collectionId } });
  return row ? toRow(row) : undefined;
};

/** Whether there is an article in a place. */
export const articleExists = async (
  { prisma }: Store,
  { projectId, collectionId, id }: ArticlePlace,
): Promise<boolean> => {
  const where = { projectId_id: { projectId, id }, collectionId };
  return (await prisma.article.findUnique({ where, select: { id: true } })) !== null;
};

/** Like `findArticle`; locks it until the transaction ends. */
export const lockArticle = async (tx: Store, place: ArticlePlace): Promise<ArticleRow | undefined> => {
  const { projectId, id } = place;
  await tx.sql.query('SELECT id FROM article WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  return findArticle(tx, place);
};

/** An article of the project, wherever it is. */
export const findArticleById = async (
  { prisma }: Store,
  projectId: string,
  id: string,
): Promise<ArticleRow | undefined> => {
  const row = await prisma.article.findUnique({ where: { projectId_id: { projectId, id } } });
  return row ? toRow(row) : undefined;
};

/** An article of the project by its running number. */
export const findArticleByDocId = async (
  { prisma }: Store,
  projectId: string,
  docId: number,
): Promise<ArticleRow | undefined> => {
  const row = await prisma.article.findUnique({ where: { projectId_docId: { projectId, docId } } });
  return row ? toRow(row) : undefined;
};

/** Like `findArticleById`; locks it until the transaction ends. */
export const lockArticleById = async (
  tx: Store,
  projectId: string,
  id: string,
): Promise<ArticleRow | undefined> => {
  await tx.sql.query('SELECT id FROM article WHERE project_id = $1 AND id = $2 FOR UPDATE', [projectId, id]);
  return findArticleById(tx, projectId, id);
};

/** The statement of `findArticleSizes`, over project and collection. */
export const articleSizesSql = (query: ListQuery = {}): string => {
  const { orderBy, skip, limit } = compilePositions(query, articleSortable);
  return `
  SELECT id, pg_column_size(content) + pg_column_size(plain_content) + pg_column_size(description) AS size
    FROM article WHERE project_id = $1 AND collection_id = $2 ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`;
};

/**
 * Articles of a collection, by their position unless asked for another order, with the bytes that each takes in the
 * database.
 */
export const findArticleSizes = (
  { sql }: Store,
  projectId: string,
  collectionId: string,
  query: ListQuery = {},
): Promise<{ id: string; size: number }[]> => sql.query(articleSizesSql(query), [projectId, collectionId]);

/** The articles among the ids that are in the collection. */
export const getArticles = async (
  { prisma }: Store,
  projectId: string,
  collectionId: string,
  ids: readonly string[],
): Promise<ArticleRow[]> => {
  const rows = await prisma.article.findMany({ where: { projectId, collectionId, id: { in: [...ids] } } });
  return rows.map(toRow);
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
      languageChanges: json(row.languageChanges),
    },
  });
};

/** Changes an article that exists. */
export const updateArticleRow = async (
  { prisma }: Store,
  { projectId, id }: Pick<ArticleRow, 'projectId' | 'id'>,
  patch: ArticlePatch,
): Promise<ArticleRow> => {
  const {
    title,
    description,
    content,
    plainContent,
    baseAudienceFilter,
    extendedAudienceFilter,
    languageChanges,
    ...rest
  } = patch;
  return toRow(
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
        ...(languageChanges && { languageChanges: json(languageChanges) }),
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

/** The statement of `countArticles`: project. */
export const COUNT_ARTICLES = `
  SELECT count(*) FILTER (WHERE NOT is_draft)::integer AS live, count(*) FILTER (WHERE is_draft)::integer AS draft
    FROM article WHERE project_id = $1`;

/** How many articles of the project are published and how many are not. */
export const countArticles = async (
  { sql }: Store,
  projectId: string,
): Promise<{ live: number; draft: number }> => {
  const [counts] = await sql.query<{ live: number; draft: number }>(COUNT_ARTICLES, [projectId]);
  return counts ?? { live: 0, draft: 0 };
};
