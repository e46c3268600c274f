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

/** As `presentArticle`, with the content in another form too. */
export const presentInFormat = async (row: ArticleRow, format?: ContentFormat): Promise<Article> => {
  if (format === undefined) return presentArticle(row);
  const write = format === 'html' ? writeHtml : writeMarkdown;
  const written = await mapInTurns(Object.entries(row.content), async ([language, document]) => [
    language,
    await write(document),
  ]);
  const name = format === 'html' ? 'contentHtml' : 'contentMarkdown';
  return { ...presentArticle(row), [name]: Object.fromEntries(written) as Record<string, string> };
};

/** As `presentArticle`, of an article that was read without its content. */
export const presentBriefly = (row: BriefArticleRow): Article => ({
  ...presentArticle({ ...row, content: {}, plainContent: {} }),
  content: undefined,
  plainContent: undefined,
});
