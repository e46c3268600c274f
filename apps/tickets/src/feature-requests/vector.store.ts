import { fromBytes, computeSignature, toBytes } from '@parley/ai';
import type { Sql } from '@parley/persistence';
import { VECTOR_QUEUE } from './feature-request';

/** A change that waits for its vector. */
export interface Mark {
  projectId: string;
  id: string;
  seq: number;
  /** How often the model refused its text. */
  attempts: number;
}

/** Seconds until a refused text is tried again; doubles with each attempt. */
const PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 600;

const IS_DUE = `index_name = '${VECTOR_QUEUE}' AND (retry_at IS NULL OR retry_at <= now())`;

/** Past while a change waits for its vector. */
export const VECTORS_DUE = `(SELECT timestamptz 'epoch' WHERE EXISTS (SELECT FROM search_queue WHERE ${IS_DUE}))`;

/** The oldest queued changes. Not prepared, like every poll of a queue. */
export const dueMarks = (sql: Sql, limit: number): Promise<Mark[]> =>
  sql.query<Mark>(
    `SELECT project_id AS "projectId", id, seq, attempts FROM search_queue WHERE ${IS_DUE} ORDER BY seq LIMIT $1`,
    [limit],
  );

/** Postpones changes with texts that the model refused. */
export const postponeMarks = async (sql: Sql, marks: readonly Mark[]): Promise<void> => {
  await sql.query(
    `UPDATE search_queue q SET attempts = q.attempts + 1,
            retry_at = now() + least(${PAUSE_SECONDS} * power(2, q.attempts), ${MAX_PAUSE_SECONDS}) * interval '1 second'
       FROM unnest($1::text[], $2::text[], $3::bigint[]) AS t (project_id, id, seq)
      WHERE q.index_name = '${VECTOR_QUEUE}' AND q.project_id = t.project_id AND q.id = t.id AND q.seq = t.seq`,
    [marks.map(({ projectId }) => projectId), marks.map(({ id }) => id), marks.map(({ seq }) => seq)],
  );
};

/** A feature request and its vector. */
export interface MadeVector {
  projectId: string;
  id: string;
  vector: Float32Array;
}

const WRITE = `
WITH taken AS MATERIALIZED (
  SELECT q.project_id, q.id FROM search_queue q
    JOIN unnest($1::text[], $2::text[], $3::bigint[]) AS t (project_id, id, seq)
      ON q.project_id = t.project_id AND q.index_name = '${VECTOR_QUEUE}' AND q.id = t.id AND q.seq = t.seq
   FOR UPDATE OF q SKIP LOCKED
), ended AS (
  DELETE FROM search_queue q USING taken t
   WHERE q.index_name = '${VECTOR_QUEUE}' AND q.project_id = t.project_id AND q.id = t.id
), made AS (
  SELECT v.* FROM unnest($4::text[], $5::text[], $6::text[], $7::bytea[]) AS v (project_id, id, signature, vector)
    JOIN taken t ON t.project_id = v.project_id AND t.id = v.id
), gone AS (
  DELETE FROM feature_request_vector v USING taken t
   WHERE v.project_id = t.project_id AND v.ticket_id = t.id
     AND NOT EXISTS (SELECT FROM made m WHERE m.project_id = t.project_id AND m.id = t.id)
)
INSERT INTO feature_request_vector (project_id, ticket_id, model, signature, vector)
  SELECT project_id, id, $8, signature::bit(1024), vector FROM made ORDER BY project_id, id
ON CONFLICT (project_id, ticket_id) DO UPDATE
  SET model = EXCLUDED.model, signature = EXCLUDED.signature, vector = EXCLUDED.vector`;

/**
 * Stores the vectors of queued changes, removes those of the others, and ends the queued rows, in one statement. A row that was
 * queued again in between is left out with its vector, which belongs to a former text.
 */
export const writeVectors = async (
  sql: Sql,
  marks: readonly Mark[],
  model: string,
  vectors: readonly MadeVector[],
): Promise<void> => {
  await sql.query(WRITE, [
    marks.map(({ projectId }) => projectId),
    marks.map(({ id }) => id),
    marks.map(({ seq }) => seq),
    vectors.map(({ projectId }) => projectId),
    vectors.map(({ id }) => id),
    vectors.map(({ vector }) => computeSignature(vector)),
    vectors.map(({ vector }) => toBytes(vector)),
    model,
  ]);
};

const MARK_OUTDATED = `
INSERT INTO search_queue (project_id, index_name, id)
  SELECT v.project_id, '${VECTOR_QUEUE}', v.ticket_id FROM (
    (SELECT project_id, ticket_id FROM feature_request_vector WHERE model < $1 LIMIT $2)
    UNION ALL (SELECT project_id, ticket_id FROM feature_request_vector WHERE model > $1 LIMIT $2)) v
ON CONFLICT DO NOTHING RETURNING id`;

/** Marks some of the vectors that another model made; answers how many are newly marked. */
export const markOutdated = async (sql: Sql, model: string, limit: number): Promise<number> =>
  (await sql.query(MARK_OUTDATED, [model, limit])).length;

/** Feature requests that are compared exactly with the query. */
const CANDIDATES = 1_000;

const NEAREST = `SELECT ticket_id AS id, vector FROM feature_request_vector
  WHERE project_id = $1 AND model = $2
  ORDER BY bit_count(signature # $3::bit(1024)) LIMIT ${CANDIDATES}`;

/** A stored vector. */
export interface StoredVector {
  id: string;
  vector: Float32Array;
}

/**
 * The vectors of a project that are nearest to a vector, roughly: by the bits in which signatures differ. All of them
 * while a project has no more than 1,000.
 */
export const nearestVectors = async (
  sql: Sql,
  projectId: string,
  model: string,
  vector: Float32Array,
): Promise<StoredVector[]> => {
  const rows = await sql.query<{ id: string; vector: Buffer }>(
    NEAREST,
    [projectId, model, computeSignature(vector)],
    { prepare: true },
  );
  return rows.map((row) => ({ id: row.id, vector: fromBytes(row.vector) }));
};

/** Age in seconds of the oldest change that has no vector yet; 0 without one. */
export const vectorLag = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ seconds: number }>(
    `SELECT coalesce(greatest(extract(epoch FROM clock_timestamp() - min(changed_at)), 0), 0)::float8 AS seconds
       FROM search_queue WHERE index_name = '${VECTOR_QUEUE}'`,
  );
  return row?.seconds ?? 0;
};
