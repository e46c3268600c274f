import { type Localised } from './localised';

/** A language code as it is compared: `pt_BR` and `PT-br` are `pt-br`. */
export const languageKey = (code: string): string => code.toLowerCase().replaceAll('_', '-');

/** What a reader of a language takes, the best first: `de-at` and `de` for `de-AT`. */
export const acceptedLanguages = (code: string): string[] => {
  const parts = languageKey(code).split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
};

/** The listed code that stands for a language: itself in another spelling. */
export const listedAs = (codes: readonly string[], code: string): string | undefined =>
  codes.find((one) => languageKey(one) === languageKey(code));

/** The first of the codes that a reader of a language takes. */
export const acceptedOf = (codes: Iterable<string>, wanted: string): string | undefined => {
  const byKey = new Map(Array.from(codes, (code) => [languageKey(code), code]));
  const key = acceptedLanguages(wanted).find((one) => byKey.has(one));
  return key === undefined ? undefined : byKey.get(key);
};

const first = (codes: Iterable<string>): string | undefined =>
  [...codes].sort((one, other) => (languageKey(one) < languageKey(other) ? -1 : 1))[0];

/** Languages to read in: the wanted one, else the project's default one. */
export interface ReadingOrder {
  wanted: string;
  fallback: string;
}

/** Of some codes the one to read: wanted, default, else the first by alphabet; undefined when there is none. */
export const readableOf = (
  codes: readonly string[],
  { wanted, fallback }: ReadingOrder,
): string | undefined => acceptedOf(codes, wanted) ?? acceptedOf(codes, fallback) ?? first(codes);

const hasText = (text: string | undefined): boolean => text !== undefined && /\S/.test(text);

/** The codes under which there is a text. */
export const languagesWithText = (...fields: readonly Localised<string>[]): string[] => [
  ...new Set(fields.flatMap((field) => Object.keys(field).filter((code) => hasText(field[code])))),
];

/** The text to read; empty when there is none. */
export const readText = (texts: Localised<string>, order: ReadingOrder): string => {
  const code = readableOf(languagesWithText(texts), order);
  return code === undefined ? '' : (texts[code] ?? '');
};
