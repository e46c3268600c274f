import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sameText } from './same-text';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface SealingKey {
  id: string;
  key: Buffer;
  secret: string;
}

/** A sealed text cannot be opened, because its key is missing. */
export class UnknownSealingKey extends Error {
  override readonly name = 'UnknownSealingKey';

  constructor() {
    super(
      'The data was sealed with a key that is not configured. Set SECRET_KEY to the one that it was first used with, ' +
        'or to several by comma; without the variable it stands in $PARLEY_HOME/secret.key.',
    );
  }
}

/** Encrypts secrets at rest, and signs what leaves and must come back unchanged. */
export interface Sealer {
  /** Encrypts a text with the first key. `context` must be the same when it is opened, e.g. `project:<id>`. */
  seal(text: string, context: string): string;
  /** Decrypts with whichever key sealed it. Throws when the key is gone or the text was tampered with. */
  open(sealed: string, context: string): string;
  /** Whether it was sealed with a key other than the first, and so should be sealed again. */
  isStale(sealed: string): boolean;
  /** `<text>.<signature>`, by the first secret and for one purpose only. It does not expire. */
  sign(text: string, purpose: string): string;
  /** The text of what any of the secrets signed for this purpose; undefined for anything else. */
  verify(signed: string, purpose: string): string | undefined;
  /** Like `sign`, with 32 hexadecimal digits after the text, which also survive a change of case. */
  signShort(text: string, purpose: string): string;
  /** The text of what `signShort` made, in lower case. */
  verifyShort(signed: string, purpose: string): string | undefined;
}

/** A key for one purpose, so that a signature made for another is worth nothing. */
const signingKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `parley signing key: ${purpose}`, 32));

const sign = (secret: string, text: string, purpose: string): string =>
  createHmac('sha256', signingKey(secret, purpose)).update(text).digest('base64url');

/** 128 bits: unguessable, and short enough for an address. */
const SHORT_DIGITS = 32;

const signShort = (secret: string, text: string, purpose: string): string =>
  createHmac('sha256', signingKey(secret, purpose)).update(text).digest('hex').slice(0, SHORT_DIGITS);

/**
 * A sealer over one or several secrets, at least 32 characters each: the first seals, all open, so that a secret is
 * replaced by putting the new one in front and sealing again (AES-256-GCM; the stored text names its key). Signatures are
 * HMAC-SHA256; those of a secret that is taken out are worth nothing from then on.
 */
export const createSealer = (secrets: readonly string[]): Sealer => {
  const keys = secrets.map((secret): SealingKey => {
    if (secret.length < 32) throw new Error('A sealing secret needs at least 32 characters');
    const key = createHash('sha256').update(`parley sealing key\0${secret}`).digest();
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key, secret };
  });
  const [first] = keys;
  if (!first) throw new Error('At least one sealing secret is needed');

  return {
    seal: (text, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${first.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed, context) => {
      const [id, encoded] = sealed.split('.');
      const key = keys.find((candidate) => candidate.id === id);
      if (!key || encoded === undefined) throw new UnknownSealingKey();
      const bytes = Buffer.from(encoded, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key.key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(tag);
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
    isStale: (sealed) => !sealed.startsWith(`${first.id}.`),
    sign: (text, purpose) => `${text}.${sign(first.secret, text, purpose)}`,
    verify: (signed, purpose) => {
      const at = signed.lastIndexOf('.');
      const [text, signature] = [signed.slice(0, Math.max(at, 0)), signed.slice(at + 1)];
      const isSigned = keys.some(({ secret }) => sameText(signature, sign(secret, text, purpose)));
      return at >= 0 && isSigned ? text : undefined;
    },
    signShort: (text, purpose) => `${text}${signShort(first.secret, text, purpose)}`,
    verifyShort: (signed, purpose) => {
      const lower = signed.toLowerCase();
      const [text, signature] = [lower.slice(0, -SHORT_DIGITS), lower.slice(-SHORT_DIGITS)];
      return keys.some(({ secret }) => sameText(signature, signShort(secret, text, purpose)))
        ? text
        : undefined;
    },
  };
};
