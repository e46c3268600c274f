import { redact, REDACTED } from '@parley/answers';

/** Names of settings with secret values. */
const SECRET_NAME = 'password|passwd|pwd|secret|token|api[_\\- ]?key|access[_\\- ]?key';

// A name with a secret word in it, = or :, and a value in quotes or up to a blank. The name's parts are bounded, so that
// long lines stay quick.
const ASSIGNMENT = new RegExp(
  `([\\w.\\-]{0,60}?(?:${SECRET_NAME})[\\w.\\-]{0,60}["'\`]?\\s{0,8}(?::=|=>|[=:])\\s{0,8})("[^"\\n]{8,}"|'[^'\\n]{8,}'|\`[^\`\\n]{8,}\`|[^\\s"'\`,;]{8,})`,
  'giu',
);

const QUOTED = /^(["'`])(.*)\1$/su;

/**
 * Takes out the values, of 8 characters or more with a letter and a digit, behind names such as `password`, `api_key` or
 * `accessToken` and `=` or `:`.
 */
const redactAssignments = (text: string): string =>
  text.replace(ASSIGNMENT, (all: string, name: string, value: string) => {
    const [, quote = '', inner = value] = QUOTED.exec(value) ?? [];
    if (!/\p{L}/u.test(inner) || !/\p{N}/u.test(inner)) return all;
    return `${name}${quote}${REDACTED}${quote}`;
  });

/** Removes secrets from source code: those with a recognisable form, and those behind such names. */
export const redactCode = (text: string): string => redactAssignments(redact(text));
