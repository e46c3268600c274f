const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
const MIDDLE = 'i';

/** A rank that sorts between two by its characters; without the one before or after it, at that end. */
export const rankBetween = (before = '', after?: string): string => {
  let rank = '';
  for (let at = 0; ; at += 1) {
    const low = DIGITS.indexOf(before.charAt(at) || '0');
    const isBounded = after !== undefined && after.startsWith(rank);
    const high = isBounded ? DIGITS.indexOf(after.charAt(at) || '0') : DIGITS.length;
    if (high - low > 1) return rank + (DIGITS[(low + high) >> 1] ?? MIDDLE);
    rank += DIGITS[low] ?? '0';
  }
};
