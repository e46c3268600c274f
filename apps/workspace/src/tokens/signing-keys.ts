import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { Deps } from '../deps';
import {
  dropExpiredKeys,
  findCurrentKey,
  insertKey,
  listPublicKeys,
  lockSigningKeys,
  type NewKey,
  retireCurrentKey,
} from './signing-key.store';

/** The one algorithm that signs dashboard tokens: Ed25519. */
export const SIGNING_ALGORITHM = 'EdDSA';

/** Seconds that a retired key outlives its last token, for clocks that differ and sign-ins under way. */
const GRACE_SECONDS = 300;

/** The sealing context of the private key. */
export const keyContext = (kid: string): string => `signing-key:${kid}`;

const generateKey = async ({ sealer }: Pick<Deps, 'sealer'>): Promise<NewKey> => {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
  const [privateJwk, publicJwk] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    kid,
    privateKey: sealer.seal(JSON.stringify(privateJwk), keyContext(kid)),
    publicJwk: { ...publicJwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' },
  };
};

/**
 * Makes the first key, once among several replicas, and drops keys without unexpired tokens. Throws when the existing key was
 * sealed with a secret that this process does not have: better at the start than at a login.
 */
export const ensureSigningKey = async (deps: Pick<Deps, 'store' | 'sealer'>): Promise<void> => {
  const key = await generateKey(deps);
  await deps.store.transaction(async (tx) => {
    await lockSigningKeys(tx);
    await dropExpiredKeys(tx);
    const current = await findCurrentKey(tx);
    if (current) deps.sealer.open(current.privateKey, keyContext(current.kid));
    else await insertKey(tx, key);
  });
};

/**
 * Signs with a new key from now on. Tokens of the former key stay good until they expire; only then its public part is
 * dropped. Answers the new key's id.
 */
export const rotateSigningKeys = async (deps: Pick<Deps, 'store' | 'sealer' | 'config'>): Promise<string> => {
  const key = await generateKey(deps);
  await deps.store.transaction(async (tx) => {
    await lockSigningKeys(tx);
    await dropExpiredKeys(tx);
    await retireCurrentKey(tx, deps.config.tokenTtlSeconds + GRACE_SECONDS);
    await insertKey(tx, key);
  });
  return key.kid;
};

/** The JSON Web Key Set that verifies every token alive, as JSON text. */
export const publicKeySet = async (deps: Pick<Deps, 'store'>): Promise<string> =>
  JSON.stringify({ keys: await listPublicKeys(deps.store) });
