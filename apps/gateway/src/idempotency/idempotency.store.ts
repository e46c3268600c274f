import { type Sql } from '@parley/persistence';

/** What names one use of a key. */
export interface KeyId {
  /** Empty for operations without a project. */
  projectId: string;
  fingerprint: string;
}

/** A row that someone else's claim holds, or that has its answer. */
export interface HeldKey {
  requestDigest: string;
  /** Sealed; null while it runs. */
  answer: string | null;
}

/**
 * Takes the key for this claim when nobody has it, or when it has expired or its process died. Answers whether it was
 * taken.
 */
export const claimKey = async (
  sql: Sql,
  { projectId, fingerprint }: KeyId,
  claim: { claimId: string; requestDigest: string; leaseSeconds: number; keepSeconds: number },
): Promise<boolean> => {
  const rows = await sql.query(
    `INSERT INTO idempotency_keys AS held
       (project_id, fingerprint, request_digest, claim_id, lease_until, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), now() + make_interval(secs => $6))
     ON CONFLICT (project_id, fingerprint) DO UPDATE
       SET request_digest = excluded.request_digest, claim_id = excluded.claim_id,
           lease_until = excluded.lease_until, expires_at = excluded.expires_at, answer = NULL
       WHERE held.expires_at <= now() OR (held.answer IS NULL AND held.lease_until <= now())
     RETURNING claim_id`,
    [projectId, fingerprint, claim.requestDigest, claim.claimId, claim.leaseSeconds, claim.keepSeconds],
    { prepare: true },
  );
  return rows.length > 0;
};

/** The row of a key, or undefined when there is none. */
export const findKey = async (sql: Sql, { projectId, fingerprint }: KeyId): Promise<HeldKey | undefined> => {
  const [row] = await sql.query<HeldKey>(
    `SELECT request_digest AS "requestDigest", answer FROM idempotency_keys
      WHERE project_id = $1 AND fingerprint = $2`,
    [projectId, fingerprint],
    { prepare: true },
  );
  return row;
};

/** Stores the sealed answer of a claim; without effect when the claim was lost. */
export const completeKey = async (
  sql: Sql,
  { projectId, fingerprint }: KeyId,
  claimId: string,
  answer: string,
): Promise<void> => {
  await sql.query(
    `UPDATE idempotency_keys SET answer = $4
      WHERE project_id = $1 AND fingerprint = $2 AND claim_id = $3`,
    [projectId, fingerprint, claimId, answer],
    { prepare: true },
  );
};

/** Frees a claim whose answer is not kept. */
export const releaseKey = async (
  sql: Sql,
  { projectId, fingerprint }: KeyId,
  claimId: string,
): Promise<void> => {
  await sql.query(
    `DELETE FROM idempotency_keys
      WHERE project_id = $1 AND fingerprint = $2 AND claim_id = $3 AND answer IS NULL`,
    [projectId, fingerprint, claimId],
    { prepare: true },
  );
};

/** Deletes at most `batch` expired keys; answers how many. Several gateways may do so at once. */
export const pruneKeys = async (sql: Sql, batch: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM idempotency_keys WHERE (project_id, fingerprint) IN (
       SELECT project_id, fingerprint FROM idempotency_keys
        WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [batch],
  );
  return rows.length;
};
