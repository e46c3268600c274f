import { compilePage, compileSort, type ListQuery, type Page, type SortFields } from '@parley/persistence';

/** Lists of the help center are whole unless a part is asked for. */
const WHOLE = { default: Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

const shared: SortFields = {
  id: 'id',
  docId: 'doc_id',
  lexorank: 'lexorank',
  externalId: { sql: 'external_id', nullsLast: true },
  targetAudience: 'target_audience',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** What lists of collections are sorted by. */
export const collectionSortable: SortFields = {
  ...shared,
  parent: { sql: 'parent_id', nullsLast: true },
  iconUrl: { sql: 'icon_url', nullsLast: true },
};

/** What lists of articles are sorted by. */
export const articleSortable: SortFields = {
  ...shared,
  author: { sql: 'author', nullsLast: true },
  isDraft: 'is_draft',
  hasDraft: 'has_draft',
  upvotes: 'upvotes',
  downvotes: 'downvotes',
  version: 'version',
  publishedAt: { sql: 'published_at', nullsLast: true },
};

/** Order and part of a list of collections or articles: by position unless asked for another order. */
export const compilePositions = (
  { sort, ...query }: ListQuery,
  sortable: SortFields,
): Page & { orderBy: string } => ({
  orderBy: compileSort(sort, sortable, 'lexorank'),
  ...compilePage(query, WHOLE),
});
