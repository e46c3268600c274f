import { type Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import { toHtml, toMarkdown } from '@parley/rich-text';
import { presentFilter } from '../audience/audience.present';
import { mapLocalised } from '@parley/localised';
import { type ArticleRow, type BriefArticleRow } from './article.store';

/** Other forms of the content that a caller may ask for. */
export type ContentFormat = 'html' | 'markdown';

/** A stored article as the public document. */
export const presentArticle = (row: ArticleRow, format?: ContentFormat): Article => ({
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
  contentHtml: format === 'html' ? mapLocalised(row.content, toHtml) : undefined,
  contentMarkdown: format === 'markdown' ? mapLocalised(row.content, toMarkdown) : undefined,
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

/** As `presentArticle`, of an article that was read without its content. */
export const presentBriefly = (row: BriefArticleRow): Article => ({
  ...presentArticle({ ...row, content: {}, plainContent: {} }),
  content: undefined,
  plainContent: undefined,
});
