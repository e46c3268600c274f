import { comparable, comparableWithSlash, encoded, splitAddress, splitPattern } from './address';

/** Most stars of a pattern. */
export const MAX_STARS = 5;

/** What of a redirect says where it leads. */
export interface Rule {
  oldUrl: string;
  newUrl: string;
  matchType: string;
}

/**
 * The parts of an address that the stars of a pattern stand for, each as short as possible from the left; undefined when it does
 * not match. Each text between two stars is searched once, so that no pattern is slow.
 */
const heldByStars = (pieces: readonly string[], address: string): string[] | undefined => {
  const [first = '', ...others] = pieces;
  const last = others.pop() ?? '';
  if (!address.startsWith(first)) return undefined;
  const held: string[] = [];
  let from = first.length;
  for (const piece of others) {
    const at = address.indexOf(piece, from);
    if (at < 0) return undefined;
    held.push(address.slice(from, at));
    from = at + piece.length;
  }
  const end = address.length - last.length;
  if (end < from || !address.endsWith(last)) return undefined;
  return [...held, address.slice(from, end)];
};

/** The parts of an address that the stars of a pattern stand for; undefined when it does not match. */
export const matchPattern = (pattern: string, asked: string): string[] | undefined => {
  if (!pattern.includes('*')) return comparable(pattern) === comparable(asked) ? [] : undefined;
  const pieces = splitPattern(pattern);
  return heldByStars(pieces, comparable(asked)) ?? heldByStars(pieces, comparableWithSlash(asked));
};

/** Where a redirect leads with what its stars hold. A path stays a path of the same host, whatever is put in. */
export const fillTarget = ({ newUrl, matchType }: Rule, held: readonly string[]): string => {
  if (matchType === 'exact') return newUrl;
  const target = newUrl.replaceAll(/\$([1-5])/g, (_, star) => encoded(held[Number(star) - 1] ?? ''));
  return splitAddress(target).origin === '' ? target.replace(/^\/+/, '/') : target;
};
