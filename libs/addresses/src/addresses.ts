import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * A domain in the one form that is stored and compared: ASCII (`xn--mller-kva.example` for `Müller.example`), lower case, without
 * surrounding blanks and final dot. A text that is no domain is only trimmed and lower-cased.
 */
export const comparableDomain = (domain: string): string => {
  const plain = domain.trim().toLowerCase().replace(FINAL_DOT, '');
  // A domain is short; the rest of a long text is no domain and is not worth the look.
  if (isAscii(plain) || plain.length > MAX_DOMAIN) return plain;
  return domainToASCII(plain).replace(FINAL_DOT, '') || plain;
};

/** An e-mail address in the one form in which it is stored and compared: lower case, its domain by `comparableDomain`. */
export const comparableEmail = (email: string): string => {
  const plain = email.trim().toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  return at === 0 ? plain : plain.slice(0, at) + comparableDomain(plain.slice(at));
};

/** An address as people write it: the letters of its domain instead of their ASCII form. */
export const readableEmail = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  return domain.includes('xn--') ? email.slice(0, at) + (domainToUnicode(domain) || domain) : email;
};

/** The domain of an e-mail address. */
export const emailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Whether mail can be sent to an address. Its domain may have any letters, its local part only ASCII. */
export const isEmail = (email: string): boolean =>
  email.length <= MAX_EMAIL && ADDRESS.test(comparableEmail(email));

const MAX_DOMAIN = 253;
const MAX_EMAIL = 320;
/** The full stops of Chinese, Japanese and Korean stand for dots too. */
const FINAL_DOT = /[.。．｡]$/u;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const ADDRESS = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@${LABEL}(?:\\.${LABEL})+$`,
);

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
