import type { Sql } from '@parley/persistence';

/** Class of the advisory locks with numbers that sign claims; a free lock is that of a dead process. */
export const HOLDER_LOCKS = 1_223_344_556;

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

/** A claim that was taken over or started. */
export interface ClaimedKey {
  /** The same for every claim of the key until it expires: names the effect to the services. */
  effectId: string;
  /** That of the first claim. */
  requestDigest: string;
}

/**
 * Claims the key when it is free, when its answer was not kept, or when it has expired or its process died. Undefined when another
 * claim has it. Only a living process locks its number exclusively, so a shared lock succeeds when the process is dead; it is
 * released with the statement.
 */
export const claimKey = async (
  sql: Sql,
  { projectId, fingerprint }: KeyId,
  claim: {
    claimId: string;
    effectId: string;
    requestDigest: string;
    holder: number | undefined;
    leaseSeconds: number;
    keepSeconds: number;
  },
): Promise<ClaimedKey | undefined> => {
  const [row] = await sql.query<ClaimedKey>(
    `INSERT INTO idempotency_keys AS held
       (project_id, fingerprint, request_digest, effect_id, claim_id, lease_until, expires_at, holder)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), now() + make_interval(secs => $7), $8)
     ON CONFLICT (project_id, fingerprint) DO UPDATE
       SET request_digest = CASE WHEN held.expires_at <= now() THEN excluded.request_digest
                                 ELSE held.request_digest END,
           effect_id = CASE WHEN held.expires_at <= now() THEN excluded.effect_id ELSE held.effect_id END,
           expires_at = CASE WHEN held.expires_at <= now() THEN excluded.expires_at ELSE held.expires_at END,
           claim_id = excluded.claim_id, lease_until = excluded.lease_until, holder = excluded.holder,
           answer = NULL
       WHERE held.expires_at <= now() OR (held.answer IS NULL AND CASE
               WHEN held.lease_until <= now() THEN true
               WHEN held.holder IS NULL THEN false
               ELSE pg_try_advisory_xact_lock_shared(${HOLDER_LOCKS}, held.holder) END)
     RETURNING effect_id AS "effectId", request_digest AS "requestDigest"`,
    [
      projectId,
      fingerprint,
      claim.requestDigest,
      claim.effectId,
      claim.claimId,
      claim.leaseSeconds,
      claim.keepSeconds,
      claim.holder ?? null,
    ],
    { prepare: true },
  );
  return row;
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

/** Stores the sealed answer of a claim, from now on for its time; without effect when the claim was lost. */
export const completeKey = async (
  sql: Sql,
  { projectId, fingerprint }: KeyId,
  claimId: string,
  { answer, keepSeconds }: { answer: string; keepSeconds: number },
): Promise<void> => {
  await sql.query(
    `UPDATE idempotency_keys SET answer = $4, expires_at = now() + make_interval(secs => $5)
      WHERE project_id = $1 AND fingerprint = $2 AND claim_id = $3`,
    [projectId, fingerprint, claimId, answer, keepSeconds],
    { prepare: true },
  );
};

/** Ends a claim without a kept answer: the next claim takes over the key with its effect id. */
export const releaseKey = async (
  sql: Sql,
  { projectId, fingerprint }: KeyId,
  claimId: string,
): Promise<void> => {
  await sql.query(
    `UPDATE idempotency_keys SET lease_until = now()
      WHERE project_id = $1 AND fingerprint = $2 AND claim_id = $3 AND answer IS NULL`,
    [projectId, fingerprint, claimId],
    { prepare: true },
  );
};

/** Deletes at most `batch` expired keys; answers how many. Gateways that prune at the same time wait for each other. */
export const pruneKeys = async (sql: Sql, batch: number): Promise<number> => {
  const rows = await sql.query(
    `DELETE FROM idempotency_keys WHERE (project_id, fingerprint) IN (
       SELECT project_id, fingerprint FROM idempotency_keys
        WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE)
     RETURNING 1`,
    [batch],
  );
  return rows.length;
};
