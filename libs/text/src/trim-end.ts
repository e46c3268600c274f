/**
 * A text without the given characters at its end. Takes time by the number of removed characters, where a regular expression may
 * take its square.
 */
export const trimEnd = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};
