import type { Condition } from '@parley/audience';
import type { Sql } from '@parley/persistence';
import type { SourceType } from '../documents';

/** The searchable documents, as conditions on the database. */
export interface Reach {
  projectId: string;
  /** Keys of the caller's audiences; undefined: every one. */
  audiences: readonly string[] | undefined;
  internal: boolean;
  types: readonly string[] | undefined;
  tags: readonly string[] | undefined;
  collections: readonly string[] | undefined;
  websites: readonly string[] | undefined;
  /** Whether articles of the help center are visible at all. */
  articles: boolean;
}

/** Key of the documents that are for everybody. */
export const EVERYBODY = 'd751713988987e9331980363e24189ce';

const AUDIENCES = `
WITH RECURSIVE found AS (
  (SELECT md5(audience::text) AS key, audience FROM document
    WHERE project_id = $1 AND audience <> '[]' ORDER BY md5(audience::text) LIMIT 1)
  UNION ALL
  SELECT next.key, next.audience FROM found, LATERAL (
    SELECT md5(audience::text) AS key, audience FROM document
     WHERE project_id = $1 AND audience <> '[]' AND md5(audience::text) > found.key
     ORDER BY md5(audience::text) LIMIT 1) next
)
SELECT key, audience FROM found`;

/** Conditions that some documents of a project have in common, with their key. */
export const findAudiences = (
  sql: Sql,
  projectId: string,
): Promise<{ key: string; audience: Condition[] }[]> => sql.query(AUDIENCES, [projectId], { prepare: true });

const VISIBLE = `NOT d.is_hidden AND ($2 OR NOT d.is_internal)
   AND ($3::text[] IS NULL OR (d.audience = '[]' AND '${EVERYBODY}' = ANY ($3)) OR md5(d.audience::text) = ANY ($3))
   AND ($4::text[] IS NULL OR d.source_type = ANY ($4))
   AND ($5::text[] IS NULL OR d.tags && $5)
   AND ($6::text[] IS NULL OR d.collection_id = ANY ($6))
   AND ($7::text[] IS NULL OR (d.owner_type = 'website' AND d.owner_id = ANY ($7)))
   AND ($8 OR d.owner_type <> 'helpcenter')`;

const toParams = (reach: Reach): unknown[] => [
  reach.projectId,
  reach.internal,
  reach.audiences ?? null,
  reach.types ?? null,
  reach.tags ?? null,
  reach.collections ?? null,
  reach.websites ?? null,
  reach.articles,
];

/** Nearest passages that are looked at before what may be seen of them is asked. */
const LOOKED_AT = 400;

// Without the documents the nearest of 100,000 signatures are found in a fraction of the time.
const NEAREST = `
WITH near AS MATERIALIZED (
  SELECT passage_id, document_id, bit_count(signature # $10::bit(1024)) AS distance FROM passage_vector
   WHERE project_id = $1 AND model = $9 ORDER BY distance, passage_id LIMIT ${LOOKED_AT}
)
SELECT v.passage_id AS id, (SELECT count(*)::integer FROM near) AS looked FROM near v
  JOIN document d ON d.project_id = $1 AND d.id = v.document_id
 WHERE ${VISIBLE}
 ORDER BY v.distance, v.passage_id LIMIT $11`;

/** The same for a caller who sees few of the documents: only visible ones are compared. */
const NEAREST_VISIBLE = `
SELECT v.passage_id AS id, 0 AS looked FROM passage_vector v
  JOIN document d ON d.project_id = v.project_id AND d.id = v.document_id
 WHERE v.project_id = $1 AND v.model = $9 AND ${VISIBLE}
 ORDER BY bit_count(v.signature # $10::bit(1024)), v.passage_id LIMIT $11`;

const COUNT_NEAR = `SELECT count(*)::integer AS count FROM (
  SELECT FROM passage_vector WHERE project_id = $1 AND model = $2 LIMIT ${LOOKED_AT}) counted`;

/** Passages within reach with the nearest vectors, roughly: by the bits in which their signatures differ. */
export const nearestPassages = async (
  sql: Sql,
  reach: Reach,
  { space, signature, limit }: { space: string; signature: string; limit: number },
): Promise<string[]> => {
  const values = [...toParams(reach), space, signature, limit];
  const near = await sql.query<{ id: string; looked: number }>(NEAREST, values);
  if (near.length < limit) {
    // Most of the nearest may be hidden from the caller, unless they were all that there is.
    const looked =
      near[0]?.looked ??
      (await sql.query<{ count: number }>(COUNT_NEAR, [reach.projectId, space]))[0]?.count ??
      0;
    if (looked === LOOKED_AT) {
      const visible = await sql.query<{ id: string }>(NEAREST_VISIBLE, values);
      return visible.map(({ id }) => id);
    }
  }
  return near.map(({ id }) => id);
};

/** A passage with its document. */
export interface CandidateRow {
  id: string;
  documentId: string;
  sourceType: SourceType;
  sourceId: string;
  lang: string | null;
  language: string | null;
  title: string;
  url: string | null;
  start: number | null;
  content: string;
  /** Undefined unless it is of the asked space. */
  vector: Buffer | null;
}

const COLUMNS = `p.id, p.document_id AS "documentId", d.source_type AS "sourceType", d.source_id AS "sourceId", p.lang,
       p.language, p.title, p.url, p.start_second AS start, p.content,
       CASE WHEN v.model = $10 THEN p.vector END AS vector`;
const FROM = `passage p
  JOIN document d ON d.project_id = p.project_id AND d.id = p.document_id
  LEFT JOIN passage_vector v ON v.project_id = p.project_id AND v.passage_id = p.id`;

const BY_ID = `SELECT ${COLUMNS} FROM ${FROM}
 WHERE p.project_id = $1 AND p.id = ANY ($9::text[]) AND ${VISIBLE}`;

/** Those of the passages that there are and that are within reach now. */
export const getCandidates = (
  sql: Sql,
  reach: Reach,
  ids: readonly string[],
  space: string,
): Promise<CandidateRow[]> => sql.query<CandidateRow>(BY_ID, [...toParams(reach), ids, space]);

/** Passages of one document that are compared for its text in another language. */
const MAX_TRANSLATED = 50;

const TRANSLATED = `
SELECT found.* FROM unnest($9::text[]) AS wanted (id), LATERAL (
  SELECT ${COLUMNS} FROM ${FROM}
   WHERE p.project_id = $1 AND p.document_id = wanted.id AND lower(split_part(p.lang, '-', 1)) = $11 AND ${VISIBLE}
   ORDER BY p.position LIMIT ${MAX_TRANSLATED}) found`;

/** The passages of documents in a language, by the base of its tag. */
export const getTranslated = (
  sql: Sql,
  reach: Reach,
  documentIds: readonly string[],
  space: string,
  language: string,
): Promise<CandidateRow[]> =>
  sql.query<CandidateRow>(TRANSLATED, [...toParams(reach), documentIds, space, language]);
