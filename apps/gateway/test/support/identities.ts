import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** People, programs and places of the tests. */
export const PROJECT = '0000000000000000000000a1';
export const OTHER_PROJECT = '0000000000000000000000b1';
/** Public key of PROJECT, and the secret that signs its widget sessions. */
export const PROJECT_KEY = 'pk_rows';
export const SESSION_SECRET = 'session secret of the rows';
export const ORGANISATION = '0000000000000000000000c1';
export const ADMIN = '000000000000000000000001';
export const AGENT = '000000000000000000000002';
export const OUTSIDER = '000000000000000000000003';
export const UNCONFIRMED = '000000000000000000000004';
export const GONE = '000000000000000000000005';
export const TICKET = '0000000000000000000000d1';
export const UNKNOWN_ID = 'ffffffffffffffffffffffff';

export const SERVICE_TOKEN = `psa_${'s'.repeat(43)}`;
/** Secret key of PROJECT, for the customer's own server. */
export const SECRET_KEY = `sk_${'k'.repeat(43)}`;
export const SERVICE_ACCOUNT = '0000000000000000000000e1';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** Signs dashboard tokens like the workspace. */
export interface Signer {
  kid: string;
  pair: KeyPair;
}

export const createSigner = async (kid: string, algorithm = 'EdDSA'): Promise<Signer> => ({
  kid,
  pair: await generateKeyPair(algorithm, { extractable: true }),
});

export const publicJwk = async ({ kid, pair }: Signer, algorithm = 'EdDSA'): Promise<object> => ({
  ...(await exportJWK(pair.publicKey)),
  kid,
  alg: algorithm,
  use: 'sig',
});

interface TokenOptions {
  userId?: string;
  issuer?: string;
  audience?: string;
  /** Seconds from now. */
  lifetime?: number;
  kid?: string;
  algorithm?: string;
}

export const signToken = (
  { kid, pair }: Signer,
  {
    userId = ADMIN,
    issuer = 'parley',
    audience = 'parley-dashboard',
    lifetime = 3600,
    ...rest
  }: TokenOptions = {},
): Promise<string> =>
  new SignJWT({ email: `${userId}@example.com` })
    .setProtectedHeader({ alg: rest.algorithm ?? 'EdDSA', kid: rest.kid ?? kid })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
    .sign(pair.privateKey);
