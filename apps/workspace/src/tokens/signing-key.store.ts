import type { JWK } from 'jose';
import type { Store } from '../db';

/** The key that signs tokens now. */
export interface CurrentKey {
  kid: string;
  /** Sealed JWK. */
  privateKey: string;
}

/** A key to sign with from now on. */
export interface NewKey extends CurrentKey {
  publicJwk: JWK;
}

/** Lets one transaction at a time change the keys, whichever replica it runs in. */
export const lockSigningKeys = async (tx: Store): Promise<void> => {
  await tx.sql.query("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('workspace:signing-keys', 0))");
};

export const findCurrentKey = async (store: Store): Promise<CurrentKey | undefined> => {
  const row = await store.prisma.signingKey.findFirst({
    where: { retiredAt: null },
    orderBy: { createdAt: 'desc' },
  });
  return row?.privateKey ? { kid: row.kid, privateKey: row.privateKey } : undefined;
};

export const insertKey = async (store: Store, { kid, privateKey, publicJwk }: NewKey): Promise<void> => {
  await store.prisma.signingKey.create({ data: { kid, privateKey, publicJwk: { ...publicJwk } } });
};

/** Retires the current key: it signs no more, and verifies for as long as a token of it may live. */
export const retireCurrentKey = async (store: Store, tokenLifeSeconds: number): Promise<void> => {
  await store.sql.query(
    `UPDATE signing_key SET private_key = NULL, retired_at = now(),
       tokens_expire_at = now() + make_interval(secs => $1::double precision)
     WHERE retired_at IS NULL`,
    [tokenLifeSeconds],
  );
};

/** Deletes keys without unexpired tokens. */
export const dropExpiredKeys = async (store: Store): Promise<void> => {
  await store.sql.query('DELETE FROM signing_key WHERE tokens_expire_at <= now()');
};

/** Public keys of all tokens that may be alive, the current one first. */
export const listPublicKeys = async (store: Store): Promise<JWK[]> => {
  const rows = await store.sql.query<{ jwk: JWK }>(
    `SELECT public_jwk AS jwk FROM signing_key
     WHERE tokens_expire_at IS NULL OR tokens_expire_at > now() ORDER BY created_at DESC`,
  );
  return rows.map(({ jwk }) => jwk);
};
