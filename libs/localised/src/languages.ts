import type { Localised } from './localised';

/** A language code as it is compared: `pt_BR` and `PT-br` are `pt-br`. */
export const languageKey = (code: string): string => code.toLowerCase().replaceAll('_', '-');

/**
 * Languages that a reader of a language accepts, best first: `de-at` and `de` for `de-AT`. Only those likely written in the same
 * script: `zh-hk` and `zh-hant` for `zh-HK`, and not `zh`, which is Simplified Chinese.
 */
export const acceptedLanguages = (code: string): string[] => {
  const key = languageKey(code);
  const parts = key.split('-');
  const shorter = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  const { language, script, region } = likely(key);
  if (script === undefined) return shorter;
  const likelier = [
    `${language}-${script}-${region}`,
    `${language}-${script}`,
    `${language}-${region}`,
    language,
  ];
  return [...new Set([...shorter, ...likelier])].filter((one) => one === key || sharesScript(one, key));
};

/** Whether two languages are one, and likely written in the same script: `zh-TW` and `zh-Hant`. */
export const sharesScript = (one: string, other: string): boolean => {
  const [mine, its] = [likely(languageKey(one)), likely(languageKey(other))];
  return mine.language === its.language && mine.script === its.script;
};

interface Likely {
  language: string;
  /** Unset for a code that is no language. */
  script?: string | undefined;
  region?: string | undefined;
}

const MAX_KNOWN = 1_000;
const known = new Map<string, Likely>();

/** Language, script and region that a code likely means, in lower case. */
const likely = (key: string): Likely => {
  const found = known.get(key);
  if (found) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const made = maximised(key);
  known.set(key, made);
  return made;
};

const maximised = (key: string): Likely => {
  try {
    const { language, script, region } = new Intl.Locale(key).maximize();
    return { language, script: script?.toLowerCase(), region: region?.toLowerCase() };
  } catch {
    return { language: key.split('-')[0] ?? key };
  }
};

/** The listed code that stands for a language: itself in another spelling. */
export const listedAs = (codes: readonly string[], code: string): string | undefined =>
  codes.find((one) => languageKey(one) === languageKey(code));

/** The first of the codes that a reader of a language takes. */
export const findAccepted = (codes: Iterable<string>, wanted: string): string | undefined => {
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
export const chooseReadable = (
  codes: readonly string[],
  { wanted, fallback }: ReadingOrder,
): string | undefined => findAccepted(codes, wanted) ?? findAccepted(codes, fallback) ?? first(codes);

const hasText = (text: string | undefined): boolean => text !== undefined && /\S/.test(text);

/** The codes under which there is a text. */
export const languagesWithText = (...fields: readonly Localised<string>[]): string[] => [
  ...new Set(fields.flatMap((field) => Object.keys(field).filter((code) => hasText(field[code])))),
];

/** The text to read; empty when there is none. */
export const readText = (texts: Localised<string>, order: ReadingOrder): string => {
  const code = chooseReadable(languagesWithText(texts), order);
  return code === undefined ? '' : (texts[code] ?? '');
};
