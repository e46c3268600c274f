// How near the text that is shown is to the text that should be.

/** Most lines that are shown beside the expected ones in a text that is near. */
const MOST_TOO_MANY = 5;
const SIGNATURE =
  /^(?:[-_—=*#~]{2,}\s*$|--|—|sent (?:from|with)|get outlook|gesendet|envoyé|sendt fra|从|從)/i;

const squash = (text) => text.replaceAll(/[\s\u00a0\u200b]+/gu, '');
const lines = (text) =>
  text
    .split('\n')
    .map(squash)
    .filter((line) => line !== '');

/** `equal`, `near`, `long` (history is shown) or `hidden` (expected words are missing). */
export const judge = (shown, expected) => {
  const [all, wanted] = [squash(shown), squash(expected)];
  if (all === wanted) return { verdict: 'equal' };
  // A line with the mark of a quote is no new word, whatever a test of others keeps.
  const missing = lines(expected).filter((line) => !all.includes(line) && !line.startsWith('>'));
  if (missing.length > 0) return { verdict: 'hidden', missing };
  const extra = lines(shown).filter((line) => !wanted.includes(line));
  const signature = extra.findIndex((line) => SIGNATURE.test(line));
  const tooMany = signature < 0 ? extra : extra.slice(0, signature);
  return {
    verdict: tooMany.length <= MOST_TOO_MANY && tooMany.length < lines(expected).length + 3 ? 'near' : 'long',
    extra,
  };
};
