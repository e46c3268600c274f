import { signal } from '@preact/signals';
import { languages as files, type TextKey, type Texts } from '../texts';

export type { TextKey };

const STORED = 'parley-inbox-language';

/** The language of the page: the one chosen, else the browser's. */
export const language = signal('en');
/** The same with the browser's region, which has its own dates and numbers: `en-GB`. */
export const locale = signal('en');
const texts = signal<Texts | undefined>(undefined);

/** A text in the language of the page, with its `{values}`. With a `count`, the text of the key in `.one` when there is one thing. */
export const say = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string => {
  const one = values['count'] === 1 ? texts.value?.[`${key}.one` as TextKey] : undefined;
  const text = one ?? texts.value?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
};

/** The languages that can be chosen. */
export const languages = Object.keys(files);

/** The name of a language in itself. */
export const nameLanguage = (code: string): string =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

const findLanguage = (): string => {
  const wanted = [localStorage.getItem(STORED) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => Object.hasOwn(files, tag)) ?? 'en';
};

/** Loads the texts; without a choice, those of the browser's language. */
export const loadTexts = async (chosen?: string): Promise<void> => {
  if (chosen !== undefined) localStorage.setItem(STORED, chosen);
  const found = findLanguage();
  const loaded = await files[found]?.();
  if (!loaded) return;
  language.value = found;
  locale.value = navigator.languages.find((tag) => tag.split('-')[0] === found) ?? found;
  texts.value = loaded.default;
  document.documentElement.lang = found;
};
