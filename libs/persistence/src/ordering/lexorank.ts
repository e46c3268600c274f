const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The rank of a first element: in the middle, so that others fit before it. */
export const FIRST_RANK = 'i';
/** Suffix of a rank that cannot be raised: room for 36^4 more. */
const GROWTH = '0001';

/** The smallest base-36 digit that sorts after a character; undefined when there is none. */
const digitAfter = (character: string): string | undefined => [...DIGITS].find((digit) => digit > character);

/**
 * A rank that sorts after another one, byte by byte: the number in base 36 that follows, and when none of that length
 * follows, one with more digits. Between any two ranks made so there is room for more. Takes ranks of other makers too.
 */
export const rankAfter = (last: string): string => {
  for (let index = last.length - 1; index >= 0; index -= 1) {
    const digit = digitAfter(last.charAt(index));
    if (digit !== undefined) return last.slice(0, index) + digit + '0'.repeat(last.length - index - 1);
  }
  return last + GROWTH;
};
