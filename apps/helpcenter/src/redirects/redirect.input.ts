import { type FieldProblem, invalid } from '@parley/errors';
import { comparable, splitAddress } from './address';
import { MAX_STARS, type Rule } from './match';
import { hashAddress, type RedirectRow } from './redirect.store';

/** Longest address, in characters. */
export const MAX_URL = 2_048;

const LENGTH = `must have 1 to ${MAX_URL} characters`;

const isAbsolute = (url: string): boolean => {
  const { origin } = splitAddress(url);
  return origin !== '' && URL.canParse(origin) && new URL(origin).hostname !== '';
};

const countStars = (pattern: string): number => pattern.split('*').length - 1;

const problemOfOld = ({ oldUrl, matchType }: Rule): string | undefined => {
  if (oldUrl.length < 1 || oldUrl.length > MAX_URL) return LENGTH;
  if (!oldUrl.startsWith('/') && !isAbsolute(oldUrl))
    return 'must be a path that begins with /, or an http or https URL';
  if (matchType === 'pattern' && countStars(oldUrl) > MAX_STARS) return `takes at most ${MAX_STARS} stars`;
  return undefined;
};

const problemOfStars = ({ oldUrl, newUrl }: Rule): string | undefined => {
  const numbers = [...newUrl.matchAll(/\$(\d)/g)].map(([, number]) => Number(number));
  const stars = Math.min(countStars(oldUrl), MAX_STARS);
  const missing = numbers.find((number) => number < 1 || number > stars);
  if (missing !== undefined) return `has $${missing}, and oldUrl has ${stars} stars`;
  return /\$\d/.test(splitAddress(newUrl).origin) ? 'must have no $1 to $5 in the host' : undefined;
};

const problemOfNew = (rule: Rule): string | undefined => {
  const { newUrl, matchType } = rule;
  if (newUrl.length < 1 || newUrl.length > MAX_URL) return LENGTH;
  if (/[\p{Cc}\\]/u.test(newUrl)) return 'must have no backslashes and control characters';
  if (!(newUrl.startsWith('/') && !newUrl.startsWith('//')) && !isAbsolute(newUrl))
    return 'must be a path that begins with one /, or an http or https URL';
  return matchType === 'pattern' ? problemOfStars(rule) : undefined;
};

/**
 * Reads a redirect.
 *
 * @throws DomainError `invalid` naming every wrong field.
 */
export const readRedirect = (
  sent: Rule,
): Pick<RedirectRow, 'oldUrl' | 'newUrl' | 'matchType' | 'address' | 'addressHash' | 'weight'> => {
  const rule = { ...sent, oldUrl: sent.oldUrl.split('#', 1)[0] ?? '' };
  const problems: FieldProblem[] = Object.entries({
    oldUrl: problemOfOld(rule),
    newUrl: problemOfNew(rule),
  }).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
  if (problems.length > 0) throw invalid(problems);
  const address = comparable(rule.oldUrl);
  return {
    ...rule,
    address,
    addressHash: hashAddress(address),
    weight: address.replaceAll('*', '').length,
  };
};
