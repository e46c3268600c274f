import { createHash, randomBytes } from 'node:crypto';

/** How long a token works, in milliseconds. */
export const RESET_MS = 30 * 60_000;
/** Least time between two mails with one to an account, in milliseconds. */
export const RESET_PAUSE_MS = 5 * 60_000;

const TOKEN_BYTES = 32;

/** A new token that sets another password. */
export const newResetToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** SHA-256 of a token, hex. It is random, so a fast hash cannot be guessed back. */
export const resetTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
