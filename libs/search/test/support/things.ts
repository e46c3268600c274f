import { openDatabase, type Database } from '@parley/persistence';
import {
  createIndexer,
  createPostgresIndex,
  defineIndex,
  type Indexer,
  type SearchDocument,
  type SearchIndex,
} from '../../src';

export const INDEX = 'things';

/** An index of things, with the indexer that fills it. */
export const openThings = (db: Database): { index: SearchIndex; indexer: Indexer } => {
  const index = createPostgresIndex({
    db,
    definition: defineIndex({ name: INDEX, searchable: ['title'], filterable: [] }),
  });
  const indexer = createIndexer({
    db,
    index,
    indexName: INDEX,
    interval: 20,
    idleInterval: 20,
    load: async (projectId, ids) => {
      const things = await db.query<SearchDocument & { title: string }>(
        'SELECT project_id AS "projectId", id, title FROM thing WHERE project_id = $1 AND id = ANY ($2)',
        [projectId, ids],
      );
      if (things.some(({ title }) => title.includes('poison'))) process.kill(process.pid, 'SIGKILL');
      return things;
    },
  });
  return { index, indexer };
};

/** Indexes in this process until it ends. */
export const indexThings = (url: string): void => {
  const db = openDatabase({ url, applicationName: 'things', onIdleError: () => undefined });
  openThings(db).indexer.start();
};
