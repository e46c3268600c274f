import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, errors } from 'jose';
import { type Directory, directoryContext } from './directory';

/** Shortest time between two fetches caused by unknown key ids, in milliseconds. */
const UNKNOWN_KEY_PAUSE_MS = 5_000;

/** Age after which keys are fetched again, so that a withdrawn one stops working, in milliseconds. */
const MAX_AGE_MS = 60_000;

/** The public keys that sign dashboard tokens. */
export interface SigningKeys {
  /** Finds the key a token names. */
  resolve: JWTVerifyGetKey;
  /** The key set as JSON text, for `/.well-known/jwks.json`. */
  jwks(): Promise<string>;
}

interface Fetched {
  text: string;
  find: JWTVerifyGetKey;
  at: number;
}

/**
 * Keeps the workspace's key set: fetched on first use, again after a minute, and when a token names an unknown key, at
 * most once per 5 s. Old keys stay in force while the workspace is away.
 */
export const createSigningKeys = (
  directory: Pick<Directory, 'getSigningKeys'>,
  now: () => number,
): SigningKeys => {
  let current: Fetched | undefined;
  let pending: Promise<Fetched> | undefined;

  const fetchKeys = async (): Promise<Fetched> => {
    const { jwks } = await directory.getSigningKeys({}, directoryContext());
    current = { text: jwks, find: createLocalJWKSet(JSON.parse(jwks) as JSONWebKeySet), at: now() };
    return current;
  };
  const refresh = (): Promise<Fetched> => {
    pending ??= fetchKeys().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  const keys = async (): Promise<Fetched> => {
    if (!current) return refresh();
    if (now() - current.at < MAX_AGE_MS) return current;
    const old = current;
    return refresh().catch(() => old);
  };

  return {
    jwks: async () => (await keys()).text,
    resolve: async (header, token) => {
      const known = await keys();
      try {
        return await known.find(header, token);
      } catch (error) {
        const unknownKey = error instanceof errors.JWKSNoMatchingKey;
        if (!unknownKey || now() - known.at < UNKNOWN_KEY_PAUSE_MS) throw error;
        return (await refresh()).find(header, token);
      }
    },
  };
};
