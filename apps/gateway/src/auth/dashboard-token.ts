import { DomainError, unauthenticated } from '@parley/errors';
import { isId } from '@parley/persistence';
import { jwtVerify } from 'jose';
import type { SigningKeys } from './signing-keys';

/** Issuer and audience of dashboard tokens. */
export const TOKEN_ISSUER = 'parley';
export const TOKEN_AUDIENCE = 'parley-dashboard';

/** Signatures that can be checked with a public key; with a shared secret anyone could sign. */
const ALGORITHMS = ['EdDSA', 'ES256', 'RS256'];

/** Clocks of two machines may differ by this much, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** The claims of a valid dashboard token. */
export interface DashboardClaims {
  userId: string;
  email: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Seconds since 1970; 0 for a token that does not say it. */
  issuedAt: number;
}

/** Verifies a dashboard token. 401 `invalid_token`; 503 when no key can be had. */
export const verifyDashboardToken = async (keys: SigningKeys, token: string): Promise<DashboardClaims> => {
  try {
    const { payload } = await jwtVerify(token, keys.resolve, {
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['sub', 'exp'],
    });
    const { sub, exp, email, iat = 0 } = payload;
    if (sub === undefined || !isId(sub) || exp === undefined || typeof email !== 'string')
      throw unauthenticated('INVALID_TOKEN');
    return { userId: sub, email, expiresAt: exp * 1000, issuedAt: iat };
  } catch (error) {
    // An error of an unreachable workspace passes; every problem of the token itself is one answer.
    if (error instanceof DomainError) throw error;
    throw unauthenticated('INVALID_TOKEN');
  }
};
