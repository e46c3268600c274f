import { comparableEmail } from '@parley/addresses';
import { invalid } from '@parley/errors';

const MAX_EMAIL = 254;
const MAILABLE = /^[^\s\p{C}<>()[\],;:\\"@]+@[^\s\p{C}<>()[\],;:\\"@]+$/u;

/** Whether a mail can be sent to an address. */
export const isMailable = (address: string): boolean => address.length <= MAX_EMAIL && MAILABLE.test(address);

/** The address of a sign-up, as it is stored. 400 for one that no mail can be sent to. */
export const signUpEmail = (email: string): string => {
  const address = comparableEmail(email);
  if (!isMailable(address)) throw invalid({ field: 'email', message: 'must be an e-mail address' });
  return address;
};

/** Given and family name, and the full name made of the two. */
export interface PersonName {
  firstName: string | null;
  lastName: string | null;
  name: string;
}

/** The full name made of given and family name; empty without either. */
export const fullName = (firstName: string | null, lastName: string | null): string =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');

/** Splits a full name at its first blank; runs of blanks and control characters count as one blank. */
export const splitName = (name: string): PersonName => {
  const words = name.split(/[\s\p{Cc}]+/u).filter((word) => word !== '');
  const [firstName = null, ...rest] = words;
  const lastName = rest.length > 0 ? rest.join(' ') : null;
  return { firstName, lastName, name: fullName(firstName, lastName) };
};

const URL_PATTERNS = [
  /:\/\//,
  /\bwww\./i,
  // A bare domain: one with a path, or one under the top-level domains that such spam uses.
  /[a-z0-9-]\.[a-z]{2,24}\/\S/i,
  /[a-z0-9-]\.(com|net|org|info|biz|io|ru|cn|xyz|top|link|site|online|shop|club|click)\b/i,
];

/** Whether a name carries a URL: mails greet people by name, which makes sign-ups a way to send links to strangers. */
export const containsUrl = (name: string): boolean => URL_PATTERNS.some((pattern) => pattern.test(name));

/** The name of a sign-up. 400 for a blank one and for one with a URL in it. */
export const signUpName = (name: string): PersonName => {
  if (containsUrl(name)) {
    throw invalid({ field: 'name', message: 'looks like spam: a name cannot contain a web address' });
  }
  const split = splitName(name);
  if (split.name === '') throw invalid({ field: 'name', message: 'must not be blank' });
  return split;
};
