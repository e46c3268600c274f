/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

const keyBlock =
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g;

/** Keys and tokens that say what they are by how they begin. */
const tokens = [
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'gh[pousr]_[A-Za-z0-9]{36,}',
  'github_pat_[A-Za-z0-9_]+',
  'xox[bpars]-[A-Za-z0-9-]+',
  '(?:sk_live|sk_test|rk_live)_[A-Za-z0-9]{16,}',
  'whsec_[A-Za-z0-9+/=_-]{20,}',
  'AIza[A-Za-z0-9_-]{35}',
  'sk-[A-Za-z0-9_-]{20,}',
  'npm_[A-Za-z0-9]{36}',
  'psa_[A-Za-z0-9_-]{20,}',
  // Ends before the next beginning, which is read by itself: a run of beginnings is read once.
  String.raw`eyJ(?:(?![_-]eyJ)[A-Za-z0-9_-])+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+`,
];
const token = new RegExp(`(?<![A-Za-z0-9])(?:${tokens.join('|')})`, 'g');

/** `scheme://user:password@host`, with a scheme of a length that one has. */
const password = /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]*:)[^\s/@]+(?=@)/gi;

/** A text without the keys, tokens and passwords in it: each becomes `[redacted]`. */
export const redact = (text: string): string =>
  text.replace(keyBlock, REDACTED).replace(token, REDACTED).replace(password, `$1${REDACTED}`);
