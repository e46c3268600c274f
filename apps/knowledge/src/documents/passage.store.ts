import type { Sql } from '@parley/persistence';
import { markDirtySql } from '@parley/search';
import { tellMarked } from '../marks';
import type { DocumentText } from './document';

/** Name of the full-text index. */
export const PASSAGE_INDEX = 'passages';

/** A statement that marks the passages of some documents for the full-text index; `source` has `project_id` and `id`. */
export const markPassagesSql = (source: string): string =>
  markDirtySql(
    `SELECT p.project_id, '${PASSAGE_INDEX}', p.id FROM passage p JOIN ${source} s
       ON s.project_id = p.project_id AND s.id = p.document_id ORDER BY 1, 3`,
  );

/** What of a document is cut into passages. */
export interface StoredTexts {
  projectId: string;
  id: string;
  texts: DocumentText[];
}

/** The texts of documents; those that are gone are left out. */
export const getTexts = (
  sql: Sql,
  projectIds: readonly string[],
  documentIds: readonly string[],
): Promise<StoredTexts[]> =>
  sql.query<StoredTexts>(
    `SELECT d.project_id AS "projectId", d.id, d.texts FROM document d
       JOIN unnest($1::text[], $2::text[]) AS t (project_id, id) ON d.project_id = t.project_id AND d.id = t.id`,
    [projectIds, documentIds],
    { prepare: true },
  );

/** A passage that there is, with what says whether its vector holds. */
export interface KnownPassage {
  projectId: string;
  documentId: string;
  id: string;
  hash: string;
  model: string | null;
}

/** The passages of documents, without their texts. */
export const getKnownPassages = (
  sql: Sql,
  projectIds: readonly string[],
  documentIds: readonly string[],
): Promise<KnownPassage[]> =>
  sql.query<KnownPassage>(
    `SELECT p.project_id AS "projectId", p.document_id AS "documentId", p.id, p.hash, v.model
       FROM unnest($1::text[], $2::text[]) AS t (project_id, id)
       JOIN passage p ON p.project_id = t.project_id AND p.document_id = t.id
       LEFT JOIN passage_vector v ON v.project_id = p.project_id AND v.passage_id = p.id
      ORDER BY p.project_id, p.document_id, p.position`,
    [projectIds, documentIds],
    { prepare: true },
  );

/** A passage to keep. */
export interface WrittenPassage {
  id: string;
  lang: string | null;
  language: string | null;
  title: string;
  url: string | null;
  start: number | null;
  content: string;
  hash: string;
  /** Set when its vector was computed again. */
  made?: { model: string; signature: string; vector: Buffer };
}

/** A document with all of its passages, in their order. */
export interface WrittenDocument {
  projectId: string;
  documentId: string;
  passages: readonly WrittenPassage[];
}

const LOCK = `
SELECT d.project_id AS "projectId", d.id AS "documentId" FROM document d
  JOIN unnest($1::text[], $2::text[]) AS t (project_id, id) ON d.project_id = t.project_id AND d.id = t.id
 ORDER BY d.project_id, d.id FOR UPDATE OF d`;

/** Holds documents until the transaction ends; answers those that there are. Before their marks are ended, as who saves one does. */
export const lockDocuments = (
  tx: Sql,
  documents: readonly { projectId: string; documentId: string }[],
): Promise<{ projectId: string; documentId: string }[]> =>
  tx.query(
    LOCK,
    [documents.map(({ projectId }) => projectId), documents.map(({ documentId }) => documentId)],
    { prepare: true },
  );

const LOSE = `
WITH gone AS (
  DELETE FROM passage p USING unnest($1::text[], $2::text[]) AS t (project_id, id)
   WHERE p.project_id = t.project_id AND p.document_id = t.id AND p.id <> ALL ($3::text[])
  RETURNING p.project_id, p.id
)
${markDirtySql(`SELECT project_id, '${PASSAGE_INDEX}', id FROM gone ORDER BY 1, 3`)}`;

const WRITE = `
WITH written AS (
  INSERT INTO passage AS p (project_id, document_id, id, position, lang, language, title, url, start_second, content, hash,
      vector)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::integer[], $10::text[], $11::text[], $12::bytea[])
  ON CONFLICT (project_id, id) DO UPDATE SET
    position = EXCLUDED.position, lang = EXCLUDED.lang, language = EXCLUDED.language, url = EXCLUDED.url,
    start_second = EXCLUDED.start_second, vector = coalesce(EXCLUDED.vector, p.vector)
  RETURNING p.project_id, p.id
)
${markDirtySql(`SELECT project_id, '${PASSAGE_INDEX}', id FROM written ORDER BY 1, 3`)}`;

const WRITE_VECTORS = `
INSERT INTO passage_vector (project_id, document_id, passage_id, model, signature)
  SELECT t.project_id, t.document_id, t.id, t.model, t.signature::bit(1024)
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      AS t (project_id, document_id, id, model, signature)
ON CONFLICT (project_id, passage_id) DO UPDATE SET model = EXCLUDED.model, signature = EXCLUDED.signature`;

const FINISH = `
UPDATE document d SET status = 'indexed', error = NULL, passages = t.passages, indexed_at = $4
  FROM unnest($1::text[], $2::text[], $3::integer[]) AS t (project_id, id, passages)
 WHERE d.project_id = t.project_id AND d.id = t.id`;

/** Makes documents consist of these passages, and marks them for the full-text index. */
export const writePassages = async (
  tx: Sql,
  documents: readonly WrittenDocument[],
  now: Date,
): Promise<void> => {
  const projects = documents.map(({ projectId }) => projectId);
  const ids = documents.map(({ documentId }) => documentId);
  const rows = documents.flatMap(({ projectId, documentId, passages }) =>
    passages.map((passage, position) => ({ ...passage, projectId, documentId, position })),
  );
  const made = rows.flatMap(({ made: one, ...row }) => (one ? [{ ...row, ...one }] : []));
  tellMarked(tx, 'passages');
  await tx.query(LOSE, [projects, ids, rows.map(({ id }) => id)], { prepare: true });
  const column = <Key extends keyof (typeof rows)[number]>(key: Key): (typeof rows)[number][Key][] =>
    rows.map((row) => row[key]);
  await tx.query(
    WRITE,
    [
      column('projectId'),
      column('documentId'),
      column('id'),
      column('position'),
      column('lang'),
      column('language'),
      column('title'),
      column('url'),
      column('start'),
      column('content'),
      column('hash'),
      rows.map((row) => row.made?.vector ?? null),
    ],
    { prepare: true },
  );
  await tx.query(
    WRITE_VECTORS,
    [
      made.map(({ projectId }) => projectId),
      made.map(({ documentId }) => documentId),
      made.map(({ id }) => id),
      made.map(({ model }) => model),
      made.map(({ signature }) => signature),
    ],
    { prepare: true },
  );
  await tx.query(FINISH, [projects, ids, documents.map(({ passages }) => passages.length), now], {
    prepare: true,
  });
};

/** Says of a document why it cannot be indexed. */
export const failDocument = async (
  tx: Sql,
  projectId: string,
  documentId: string,
  error: string,
): Promise<void> => {
  await tx.query(`UPDATE document SET status = 'failed', error = $3 WHERE project_id = $1 AND id = $2`, [
    projectId,
    documentId,
    error,
  ]);
};

// A failed document is tried by its own mark; without one it was given up, and would come back for ever.
const GIVEN_UP = `EXISTS (SELECT FROM document d WHERE d.project_id = v.project_id AND d.id = v.document_id AND d.status = 'failed')`;

const outdated = (compared: string): string =>
  `(SELECT DISTINCT project_id, document_id FROM passage_vector v WHERE model ${compared} $1 AND NOT ${GIVEN_UP} LIMIT $2)`;

const MARK_OUTDATED = `
WITH outdated AS (${outdated('<')} UNION ${outdated('>')})
INSERT INTO index_mark (project_id, document_id, renew) SELECT project_id, document_id, false FROM outdated
ON CONFLICT DO NOTHING RETURNING document_id`;

/** Marks some of the documents with vectors of another model, but for failed ones; answers how many are newly marked. */
export const markOutdatedDocuments = async (sql: Sql, model: string, limit: number): Promise<number> =>
  (await sql.query(MARK_OUTDATED, [model, limit])).length;
