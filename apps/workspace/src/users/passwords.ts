import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the library's default, with 19 MiB, two passes and one lane: as the OWASP password storage guide asks. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes passwords and codes, and checks them. */
export interface Passwords {
  hash(secret: string): Promise<string>;
  /** Whether a secret fits. Without a hash it does the same work and answers false. */
  matches(storedHash: string | null | undefined, secret: string): Promise<boolean>;
}

/** Hashing by argon2id. */
export const createPasswords = (): Passwords => {
  let decoy: Promise<string> | undefined;
  return {
    hash: (secret) => hash(secret, options),
    matches: async (storedHash, secret) => {
      decoy ??= hash('no password has this hash', options);
      const fits = await verify(storedHash ?? (await decoy), secret);
      return storedHash !== null && storedHash !== undefined && fits;
    },
  };
};
