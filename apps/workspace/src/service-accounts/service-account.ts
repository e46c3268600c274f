import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** The role every service account acts with. */
export const SERVICE_ACCOUNT_ROLE = 'user';

/** A new token; only its hash is stored. */
export const newServiceToken = (): string => `psa_${randomBytes(TOKEN_BYTES).toString('base64url')}`;

/** SHA-256 of a token, hex. The token is random, so a fast hash cannot be guessed back. */
export const serviceTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
