import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import { writeHtml, writeMarkdown } from '@parley/rich-text';
import { mapInTurns } from '@parley/timing';
import { presentFilter } from '../audience';
import type { ArticleRow, BriefArticleRow } from './article.store';

/** Other forms of the content that a caller may ask for. */
export type ContentFormat = 'html' | 'markdown';

/** A stored article as the public document. */
export const presentArticle = (row: ArticleRow): Article => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  helpcenterCollection: row.collectionId,
  docId: row.docId,
  title: { ...row.title },
  description: { ...row.description },
  content: { ...row.content },
  plainContent: { ...row.plainContent },
  contentHtml: undefined,
  contentMarkdown: undefined,
  author: row.author ?? undefined,
  isDraft: row.isDraft,
  tags: row.tags,
  upvotes: row.upvotes,
  externalId: row.externalId ?? undefined,
  targetAudience: row.targetAudience,
  baseAudienceFilter: presentFilter(row.baseAudienceFilter),
  extendedAudienceFilter: presentFilter(row.extendedAudienceFilter),
  lexorank: row.lexorank,
  version: row.version,
  hasDraft: row.hasDraft,
  downvotes: row.downvotes,
  publishedAt: row.publishedAt?.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The content of an article or draft in another form, as a field beside `content`; none without a format. */
export const writeInFormat = async (
  { content }: Pick<ArticleRow, 'content'>,
  format?: ContentFormat,
): Promise<Partial<Pick<Article, 'contentHtml' | 'contentMarkdown'>>> => {
  if (format === undefined) return {};
  const write = format === 'html' ? writeHtml : writeMarkdown;
  const written = await mapInTurns(Object.entries(content), async ([language, document]) => [
    language,
    await write(document),
  ]);
  return { [format === 'html' ? 'contentHtml' : 'contentMarkdown']: Object.fromEntries(written) };
};

/** As `presentArticle`, with the content in another form too. */
export const presentInFormat = async (row: ArticleRow, format?: ContentFormat): Promise<Article> => ({
  ...presentArticle(row),
  ...(await writeInFormat(row, format)),
});

/** As `presentArticle`, of an article that was read without its content. */
export const presentBriefly = (row: BriefArticleRow): Article => ({
  ...presentArticle({ ...row, content: {}, plainContent: {} }),
  content: undefined,
  plainContent: undefined,
});
