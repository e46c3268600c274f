import { timeout, unavailable } from '@parley/errors';
import { type Database, isConnectionFailure } from '@parley/persistence';
import type { IndexDefinition } from '../definition';
import { checkQuery } from '../check-query';
import { groupBy } from '../group-by';
import { inPasses } from '../passes';
import type { SearchIndex, SearchQuery, SearchResult } from '../search-index';
import { checkKeys, checkProjectId, lastOfEach, toStored } from '../text/bounded';
import { cutSnippets } from '../text/snippets.work';
import { queryWords } from '../text/words';
import { lookUp } from './dictionary';
import { findRows } from './find';
import { withTexts } from './texts';
import { removeDocuments, removeScope, writeDocuments } from './write';

interface IndexOptions {
  db: Database;
  definition: IndexDefinition;
}

/** Opens an index that lives in the service's own database; the tables are those of `searchTablesSql`. */
export const createPostgresIndex = (options: IndexOptions): SearchIndex => {
  const { db, definition } = options;
  const buildScope = (projectId: string): { indexName: string; projectId: string } => ({
    indexName: definition.name,
    projectId,
  });

  const probe = async (): Promise<void> => {
    await db.query('SELECT FROM search_document, search_term LIMIT 0');
  };

  const upsert: SearchIndex['upsert'] = (documents) =>
    guarded(async () =>
      writeDocuments(db, definition, lastOfEach(documents.map((one) => toStored(definition, one)))),
    );

  const removeStale = async (before: string): Promise<void> => {
    for (;;) {
      const stale = await db.query<{ projectId: string; id: string }>(
        `SELECT project_id AS "projectId", id FROM search_document
          WHERE index_name = $1 AND written_at < $2::timestamptz LIMIT 1000`,
        [definition.name, before],
      );
      if (stale.length === 0) return;
      for (const [projectId, rows] of groupBy(stale, ({ projectId }) => projectId)) {
        await removeDocuments(
          db,
          buildScope(projectId),
          rows.map(({ id }) => id),
        );
      }
    }
  };

  return {
    prepare: () =>
      guarded(async () => {
        const found = await db.query('SELECT FROM search_document WHERE index_name = $1 LIMIT 1', [
          definition.name,
        ]);
        return { isEmpty: found.length === 0 };
      }),
    health: () => guarded(probe),
    upsert,
    remove: (projectId, ids) =>
      guarded(async () => {
        checkKeys(projectId, ids);
        await removeDocuments(db, buildScope(projectId), ids);
      }),
    removeProject: (projectId) =>
      guarded(async () => {
        checkProjectId(projectId);
        await removeScope(db, buildScope(projectId));
      }),
    search: (query) => guarded(() => find(options, query)),
    rebuild: (source) =>
      guarded(async () => {
        // Rows are replaced in place, so queries never see an empty index; rows that the source did not name are older.
        const [start] = await db.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
        for await (const documents of source) await upsert(documents);
        if (start) await removeStale(start.at);
      }),
  };
};

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isConnectionFailure(error)) throw unavailable('Search is not available.', error);
    if ((error as { code?: string }).code === '57014') throw timeout('The search took too long.', error);
    throw error;
  }
};

const find = async ({ db, definition }: IndexOptions, query: SearchQuery): Promise<SearchResult> => {
  checkQuery(definition, query);
  const words = queryWords(query.query);
  if (words.length === 0) return { hits: [], estimatedTotal: 0 };
  const scope = { indexName: definition.name, projectId: query.projectId };
  const dictionary = await lookUp(db, scope, words);
  const { rows, total } = await inPasses(query, words, (pass) =>
    findRows(db, scope, dictionary, pass, definition),
  );
  if (query.snippetCharacters === 0)
    return { hits: rows.map(({ id, score }) => ({ id, score, highlight: {} })), estimatedTotal: total };
  const found = await withTexts(db, scope, rows);
  const snippets = await cutSnippets(
    definition.searchable,
    found.map(({ text }) => text),
    words,
    query.snippetCharacters,
  );
  return {
    hits: found.map(({ id, score }, at) => ({ id, score, highlight: snippets[at] ?? {} })),
    estimatedTotal: total,
  };
};
