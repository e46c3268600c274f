import { compilePage, compileSort, type ListQuery, type Page, type SortFields } from '@parley/persistence';

/** Lists of the help center are whole unless a part is asked for. */
const WHOLE = { default: Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

const sortable: SortFields = {
  id: 'id',
  _id: 'id',
  lexorank: 'lexorank',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** Order and part of a list of collections or articles: by position unless asked for another order. */
export const compilePositions = ({ sort, ...query }: ListQuery): Page & { orderBy: string } => ({
  orderBy: compileSort(sort, sortable, 'lexorank'),
  ...compilePage(query, WHOLE),
});
