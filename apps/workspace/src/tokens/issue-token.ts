import { importJWK, type JWK, SignJWT } from 'jose';
import type { Store } from '../db';
import type { Deps } from '../deps';
import { findCurrentKey } from './signing-key.store';
import { keyContext, SIGNING_ALGORITHM } from './signing-keys';

const ISSUER = 'parley';
const AUDIENCE = 'parley-dashboard';

/**
 * Issues a dashboard token. The current key is looked up each time, so that every replica signs with a new key as soon
 * as it is there; next to hashing a password that costs nothing.
 */
export const issueToken = async (
  deps: Pick<Deps, 'sealer' | 'config'> & { store: Store },
  user: { id: string; email: string; tokensSince?: number },
): Promise<string> => {
  const current = await findCurrentKey(deps.store);
  if (!current) throw new Error('There is no signing key: the service has not been started');
  const jwk = JSON.parse(deps.sealer.open(current.privateKey, keyContext(current.kid))) as JWK;
  // After another password was set, within the same second.
  const now = Math.max(Math.floor(Date.now() / 1_000), user.tokensSince ?? 0);
  return new SignJWT({ email: user.email })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: current.kid, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user.id)
    .setIssuedAt(now)
    .setExpirationTime(now + deps.config.tokenTtlSeconds)
    .sign(await importJWK(jwk, SIGNING_ALGORITHM));
};
