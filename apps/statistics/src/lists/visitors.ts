import { hasFilter } from '../question';
import { buildScope } from './fact-page.sql';
import { type ListChart, type Paging, readPaged } from './table';
import {
  articles,
  type Counted,
  countNames,
  pageArticles,
  pageSearches,
  type Place,
  searchesThat,
} from './visitors.store';

/** What visitors do belongs to no ticket: any filter of tickets leaves nothing. */
const counted = (of: Counted, page: Paging<Place>['page']): Paging<Place> => ({
  count: async ({ db }, asked) =>
    hasFilter(asked.question.filters) ? 0 : countNames(db, buildScope(asked), of),
  page: (deps, asked, start, limit) =>
    hasFilter(asked.question.filters)
      ? Promise.resolve({ rows: [], last: undefined })
      : page(deps, asked, start, limit),
});

/** What visitors of the help center read. */
export const articleViews: ListChart = {
  title: 'Article views',
  columns: [
    { key: 'article', label: 'Article' },
    { key: 'views', label: 'Views' },
    { key: 'lastViewedAt', label: 'Last viewed at' },
  ],
  ...readPaged(
    counted(articles, async ({ db }, asked, start, limit) => {
      const found = await pageArticles(db, buildScope(asked), { start, limit });
      return {
        last: found.at(-1),
        rows: found.map(({ key: id, title, count, at }) => [
          { value: title ?? id, id },
          { value: count },
          { value: at.toISOString() },
        ]),
      };
    }),
  ),
};

const searches = (title: string, of: Counted): ListChart => ({
  title,
  columns: [
    { key: 'searchTerm', label: 'Search term' },
    { key: 'count', label: 'Searches' },
    { key: 'results', label: 'Results' },
    { key: 'lastSearchedAt', label: 'Last searched at' },
  ],
  ...readPaged(
    counted(of, async ({ db }, asked, start, limit) => {
      const found = await pageSearches(db, buildScope(asked), of, { start, limit });
      return {
        last: found.at(-1),
        rows: found.map(({ key, count, results, at }) => [
          { value: key },
          { value: count },
          { value: results },
          { value: at.toISOString() },
        ]),
      };
    }),
  ),
});

/** What visitors looked for and found. */
export const searchesWithHits = searches('Searches with results', searchesThat('> 0'));

/** What visitors looked for in vain. */
export const searchesWithoutHits = searches('Searches without results', searchesThat('= 0'));
