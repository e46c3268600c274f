import { fromBytes, packSignature } from '@parley/ai';
import type { Sql } from '@parley/persistence';
import { DONE, LISTED } from '../core';
import { FEATURE_REQUEST, VECTOR_QUEUE } from './feature-request';

/** A feature request that waits to be built. */
export interface ActiveRequest {
  id: string;
  upvotesCount: number;
  /** Vector and packed signature; undefined when none of its present text is kept. */
  made: { vector: Float32Array; signature: Int32Array } | undefined;
}

const ACTIVE = `
SELECT t.id, t.upvotes_count AS "upvotesCount", CASE WHEN q.id IS NULL THEN v.vector END AS vector,
       v.signature::text AS signature
  FROM (SELECT * FROM ticket t WHERE t.project_id = $1 AND t.type = '${FEATURE_REQUEST}' AND t.status <> '${DONE}'
           AND ${LISTED} ORDER BY t.id DESC LIMIT $3) t
  LEFT JOIN feature_request_vector v ON v.project_id = t.project_id AND v.ticket_id = t.id AND v.model = $2
  LEFT JOIN search_queue q ON q.project_id = t.project_id AND q.index_name = '${VECTOR_QUEUE}' AND q.id = t.id
 ORDER BY t.id DESC`;

/** The newest active feature requests: those that lists show and that are not done. */
export const activeRequests = async (
  sql: Sql,
  projectId: string,
  model: string,
  limit: number,
): Promise<ActiveRequest[]> => {
  const rows = await sql.query<
    Omit<ActiveRequest, 'made'> & { vector: Buffer | null; signature: string | null }
  >(ACTIVE, [projectId, model, limit]);
  return rows.map(({ vector, signature, ...request }) => ({
    ...request,
    made:
      vector && signature ? { vector: fromBytes(vector), signature: packSignature(signature) } : undefined,
  }));
};
