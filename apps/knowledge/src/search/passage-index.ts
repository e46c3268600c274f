import { type Database, type Sql } from '@parley/persistence';
import { type Platform, WATCHED_REST_MS } from '@parley/runtime';
import {
  createIndexer,
  createMeilisearchIndex,
  createPostgresIndex,
  defineIndex,
  type Indexer,
  rebuildSearch,
  type SearchDocument,
  type SearchIndex,
} from '@parley/search';
import { PASSAGE_INDEX } from '../documents/passage.store';

const definition = defineIndex({
  name: PASSAGE_INDEX,
  searchable: ['title', 'content'],
  filterable: ['type', 'internal', 'hidden', 'audience', 'tags', 'collection', 'website'],
});

interface Row {
  projectId: string;
  id: string;
  title: string;
  content: string;
  type: string;
  internal: boolean;
  hidden: boolean;
  audience: string;
  tags: string[];
  collection: string | null;
  website: string | null;
}

const SELECT = `
SELECT p.project_id AS "projectId", p.id, p.title, p.content, d.source_type AS type, d.is_internal AS internal,
       d.is_hidden AS hidden, md5(d.audience::text) AS audience, d.tags, d.collection_id AS collection,
       CASE WHEN d.owner_type = 'website' THEN d.owner_id END AS website
  FROM passage p JOIN document d ON d.project_id = p.project_id AND d.id = p.document_id`;

const documentOf = ({ collection, website, ...row }: Row): SearchDocument => ({
  ...row,
  ...(collection !== null && { collection }),
  ...(website !== null && { website }),
});

const load = async (sql: Sql, projectId: string, ids: readonly string[]): Promise<SearchDocument[]> =>
  (
    await sql.query<Row>(`${SELECT} WHERE p.project_id = $1 AND p.id = ANY ($2::text[])`, [projectId, ids], {
      prepare: true,
    })
  ).map(documentOf);

/** Passages read at a time. */
const BATCH = 500;

async function* source(sql: Sql): AsyncGenerator<SearchDocument[]> {
  let after: [project: string, id: string] = ['', ''];
  for (;;) {
    const rows = await sql.query<Row>(
      `${SELECT} WHERE (p.project_id, p.id) > ($1, $2) ORDER BY p.project_id, p.id LIMIT ${BATCH}`,
      after,
    );
    if (rows.length > 0) yield rows.map(documentOf);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = [last.projectId, last.id];
  }
}

/** The full text of passages and what keeps it up to date. */
export interface PassageSearch {
  index: SearchIndex;
  indexer: Indexer;
  /** Builds the index anew from the database; says what it has done. */
  rebuild(say: (line: string) => void): Promise<string>;
}

/** Opens the full text of passages on the platform's engine. */
export const openPassageSearch = (
  { searchEngine, log }: Pick<Platform, 'searchEngine' | 'log'>,
  db: Database,
): PassageSearch => {
  const index =
    searchEngine.kind === 'postgres'
      ? createPostgresIndex({ db, definition })
      : createMeilisearchIndex({
          url: searchEngine.url,
          definition,
          ...(searchEngine.apiKey !== undefined && { apiKey: searchEngine.apiKey }),
        });
  const indexer = createIndexer({
    db,
    index,
    indexName: PASSAGE_INDEX,
    load: (projectId, ids) => load(db, projectId, ids),
    source: () => source(db),
    idleInterval: WATCHED_REST_MS,
    onError: (error) => log.error({ err: error }, 'Passages could not be indexed'),
  });
  const count = async (): Promise<number> => {
    const [row] = await db.query<{ count: number }>('SELECT count(*)::integer AS count FROM passage');
    return row?.count ?? 0;
  };
  return { index, indexer, rebuild: (say) => rebuildSearch({ noun: 'passages', indexer, count }, say) };
};
