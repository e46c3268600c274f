import { cutBySize, type Database, type Sql } from '@parley/persistence';
import { inThread } from '@parley/threads';
import type { IndexDefinition } from '../definition';
import { groupBy } from '../group-by';
import type { StoredDocument } from '../text/bounded';
import { allDocuments, countTerms, type Scope } from './dictionary';
import { termsWork } from './terms.work';

/** What one transaction writes: little enough to be sent without delaying other work. */
const TOGETHER = { max: 200, maxBytes: 250_000 };

const countCharacters = ({ text }: StoredDocument): number =>
  Object.values(text).reduce((sum, value) => sum + value.length, 0);

/** One writer per scope at a time, so that the counts of the dictionary stay right. */
const lockScope = (sql: Sql, { indexName, projectId }: Scope): Promise<unknown> =>
  sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`search ${projectId} ${indexName}`]);

const uncount = (changes: Map<string, number>, lexemes: Iterable<string>, by: 1 | -1): void => {
  for (const lexeme of lexemes) changes.set(lexeme, (changes.get(lexeme) ?? 0) + by);
  changes.set(allDocuments, (changes.get(allDocuments) ?? 0) + by);
};

const writeChunk = async (
  sql: Sql,
  definition: IndexDefinition,
  scope: Scope,
  documents: StoredDocument[],
): Promise<void> => {
  const { projectId, indexName } = scope;
  const texts = documents.map(({ text }) => definition.searchable.map((field) => text[field] ?? ''));
  const characters = texts.flat().reduce((sum, text) => sum + text.length, 0);
  const terms = await inThread(termsWork, characters, texts);
  await lockScope(sql, scope);
  const ids = documents.map(({ id }) => id);
  const former = await sql.query<{ lexemes: string[] }>(
    `SELECT tsvector_to_array(terms) AS lexemes FROM search_document
      WHERE project_id = $1 AND index_name = $2 AND id = ANY ($3)`,
    [projectId, indexName, ids],
  );
  await sql.query(
    `INSERT INTO search_document (project_id, index_name, id, terms, text, attributes, written_at)
     SELECT $1, $2, d.id, d.terms::tsvector, d.text::jsonb, d.attributes::jsonb, clock_timestamp()
       FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS d (id, terms, text, attributes)
     ON CONFLICT (project_id, index_name, id) DO UPDATE SET
       terms = EXCLUDED.terms, text = EXCLUDED.text, attributes = EXCLUDED.attributes, written_at = EXCLUDED.written_at`,
    [
      projectId,
      indexName,
      ids,
      terms.map(({ vector }) => vector),
      documents.map(({ text }) => JSON.stringify(text)),
      documents.map(({ attributes }) => JSON.stringify(attributes)),
    ],
  );
  const changes = new Map<string, number>();
  for (const { lexemes } of former) uncount(changes, lexemes, -1);
  for (const { lexemes } of terms) uncount(changes, lexemes, 1);
  await countTerms(sql, scope, changes);
};

/** Adds or replaces documents, a transaction per project and chunk. */
export const writeDocuments = async (
  db: Database,
  definition: IndexDefinition,
  documents: readonly StoredDocument[],
): Promise<void> => {
  const byProject = groupBy(documents, ({ projectId }) => projectId);
  for (const [projectId, own] of byProject) {
    for (const chunk of cutBySize(own, countCharacters, TOGETHER)) {
      await db.transaction((tx) =>
        writeChunk(tx, definition, { indexName: definition.name, projectId }, chunk),
      );
    }
  }
};

/** Removes documents and the dictionary entries that only they had. */
export const removeDocuments = async (db: Database, scope: Scope, ids: readonly string[]): Promise<void> => {
  for (const chunk of cutBySize(ids, ({ length }) => length, TOGETHER)) {
    await db.transaction(async (tx) => {
      await lockScope(tx, scope);
      const removed = await tx.query<{ lexemes: string[] }>(
        `DELETE FROM search_document WHERE project_id = $1 AND index_name = $2 AND id = ANY ($3)
         RETURNING tsvector_to_array(terms) AS lexemes`,
        [scope.projectId, scope.indexName, chunk],
      );
      const changes = new Map<string, number>();
      for (const { lexemes } of removed) uncount(changes, lexemes, -1);
      await countTerms(tx, scope, changes);
    });
  }
};

/** Removes everything of a project. */
export const removeScope = (db: Database, scope: Scope): Promise<void> =>
  db.transaction(async (tx) => {
    await lockScope(tx, scope);
    for (const table of ['search_document', 'search_term']) {
      await tx.query(`DELETE FROM ${table} WHERE project_id = $1 AND index_name = $2`, [
        scope.projectId,
        scope.indexName,
      ]);
    }
  });
