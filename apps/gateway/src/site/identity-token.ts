import { isEmail } from '@parley/addresses';
import { jwtVerify } from 'jose';

/** Most characters of a token. */
const MAX_TOKEN = 4_096;
/** Longest life of a token, and how far clocks may differ, in seconds. */
const MAX_LIFE_S = 300;
const SKEW_S = 60;

const MAX_USER_ID = 256;
const MAX_EMAIL = 254;
const MAX_NAME = 256;

/** A reader, as the customer's server names one. */
export interface ReaderIdentity {
  userId?: string;
  email?: string;
  name?: string;
}

/** A text of 1 to so many characters without control characters. @throws for any other value. */
const readText = (value: unknown, most: number): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.trim() === '' || value.length > most || /\p{Cc}/u.test(value))
    throw new Error('A claim is no such text');
  return value.toWellFormed();
};

const readClaims = (payload: Record<string, unknown>): ReaderIdentity => {
  const { iat, exp } = payload;
  if (Number(exp) - Number(iat) > MAX_LIFE_S) throw new Error('The token lives too long');
  const userId = readText(payload['userId'] ?? payload['sub'], MAX_USER_ID);
  const email = readText(payload['email'], MAX_EMAIL);
  const name = readText(payload['name'], MAX_NAME);
  if (userId === undefined && email === undefined) throw new Error('The token names no reader');
  if (email !== undefined && !isEmail(email)) throw new Error('The address is none');
  return { ...(userId && { userId }), ...(email && { email }), ...(name && { name }) };
};

/**
 * The reader that a token of the customer's server names: a JWT with HS256 under a secret of the project, that lives for 5 minutes at
 * most. Undefined for any other token, whatever is wrong with it.
 */
export const readIdentityToken = async (
  token: string,
  secrets: readonly string[],
  now: number,
): Promise<ReaderIdentity | undefined> => {
  if (token.length > MAX_TOKEN) return undefined;
  for (const secret of secrets) {
    if (secret === '') continue;
    try {
      const { payload } = await jwtVerify(token, Buffer.from(secret), {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'iat'],
        maxTokenAge: MAX_LIFE_S,
        clockTolerance: SKEW_S,
        currentDate: new Date(now),
      });
      return readClaims(payload);
    } catch {
      // Another accepted secret may have signed it.
    }
  }
  return undefined;
};
