import type { ArticleDraft } from '@parley/proto/generated/parley/helpcenter/v1/article_draft';
import { presentFilter } from '../../audience';
import type { ArticleDraftRow } from './article-draft.store';

/** A stored staged draft as the public document. */
export const presentDraft = (row: ArticleDraftRow): ArticleDraft => ({
  id: row.id,
  _id: row.id,
  article: row.articleId,
  title: { ...row.title },
  description: { ...row.description },
  content: { ...row.content },
  plainContent: { ...row.plainContent },
  contentHtml: undefined,
  contentMarkdown: undefined,
  targetAudience: row.targetAudience,
  extendedAudienceFilter: presentFilter(row.extendedAudienceFilter),
  tags: row.tags,
  author: row.author ?? undefined,
  draftVersion: row.draftVersion,
  articleVersion: row.articleVersion,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
