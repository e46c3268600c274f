/** Verbs and nouns of orders to the machine, by language. */
const words: readonly (readonly [verbs: string, nouns: string])[] = [
  [
    'ignor(?:e|es|ing)|forget(?:s|ting)?|disregard(?:s|ing)?|overrid(?:e|es|ing)',
    'instructions?|rules?|prompts?|directives?|guidelines?',
  ],
  [
    'ignorier(?:e|en|t)|vergiss|vergesst|vergessen|missachten?|umgehe?n?|übergehe?n?',
    'anweisung(?:en)?|regeln?|vorgaben?|prompts?|instruktion(?:en)?',
  ],
  ['ignore[rz]?|oublie[rz]?|néglige[rz]?', 'instructions?|règles?|consignes?|prompts?'],
  [
    'ignor(?:a|e|ar|en|ad)|olvid(?:a|e|ar|en|ad)',
    'instruccion(?:es)?|instrucción|reglas?|prompts?|indicaciones',
  ],
  ['ignor(?:a|are|ate)|dimentica(?:re|te)?', 'istruzion[ei]|regol[ae]|prompt'],
  ['ignor(?:e|ar|em)|esqueç(?:a|am)', 'instruç(?:ão|ões)|regras?|prompts?'],
];

/** A verb, at most eight words, a noun, in one sentence. */
const order = new RegExp(
  words
    .map(
      ([verbs, nouns]) =>
        `(?<![\\p{L}\\p{N}])(?:${verbs})(?:[\\s"'’*_-]+[\\p{L}\\p{N}'’]+){0,8}?[\\s"'’*_-]+(?:${nouns})(?![\\p{L}\\p{N}])`,
    )
    .join('|'),
  'giu',
);
const ends = /[.!?…。！？؟।\n]/;
const plainEnds = /[.!?…]/;
const inner = /[\p{Ll}\p{N}]/u;
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** Whether a sentence ends at a place: not at a sign within an address or a number. */
const isEnd = (text: string, at: number): boolean => {
  const sign = text[at] ?? '';
  return ends.test(sign) && !(plainEnds.test(sign) && inner.test(text[at + 1] ?? ''));
};

/**
 * A text without sentences that ask the reader to ignore, forget, disregard or override instructions, rules or prompts. The other
 * sentences stay.
 */
export const withoutOrders = (text: string): string => {
  const plain = text.replace(invisible, '');
  let kept = '';
  let from = 0;
  for (const match of plain.matchAll(order)) {
    // It is in a sentence that is left out already.
    if (match.index + match[0].length <= from) continue;
    let start = match.index;
    while (start > from && !isEnd(plain, start - 1)) start -= 1;
    let end = match.index + match[0].length;
    while (end < plain.length && !isEnd(plain, end)) end += 1;
    if (end < plain.length && plain[end] !== '\n') end += 1;
    if (end <= from) continue;
    kept += plain.slice(from, Math.max(from, start));
    from = end;
  }
  if (from === 0) return plain;
  return (kept + plain.slice(from)).replaceAll(/[ \t]{2,}/g, ' ').trim();
};
