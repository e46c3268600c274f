const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The rank of a first team: in the middle, so that others fit before it. */
export const FIRST_RANK = 'i';

/** The smallest base-36 digit that sorts after a character; undefined when there is none. */
const digitAfter = (character: string): string | undefined => [...DIGITS].find((digit) => digit > character);

/**
 * A rank that sorts after another one, byte by byte: its first digit that can be raised is raised by one, and when none
 * can, a digit is added. Between any two ranks made so there is room for more. Takes ranks of other makers too.
 */
export const rankAfter = (last: string): string => {
  for (const [index, character] of [...last].entries()) {
    const digit = digitAfter(character);
    if (digit !== undefined) return last.slice(0, index) + digit;
  }
  return last + FIRST_RANK;
};
