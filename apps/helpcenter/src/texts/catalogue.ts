import type { Localised } from '@parley/localised';
import ar from './languages/ar.json';
import de from './languages/de.json';
import en from './languages/en.json';
import es from './languages/es.json';
import fr from './languages/fr.json';
import it from './languages/it.json';
import ja from './languages/ja.json';
import nl from './languages/nl.json';
import pl from './languages/pl.json';
import pt from './languages/pt.json';
import tr from './languages/tr.json';
import zhHant from './languages/zh-Hant.json';
import zh from './languages/zh.json';

/** Name of a text. */
export type TextKey = keyof typeof en;

/** The built-in texts by language. `{name}` stands for a value that is put in; every language has the same names. */
export const builtIn: Readonly<Record<string, Readonly<Record<TextKey, string>>>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  pt,
  tr,
  zh,
  'zh-Hant': zhHant,
};

/** Every key, sorted. */
export const textKeys = (Object.keys(en) as TextKey[]).sort();

/** The texts that the product shows to visitors, by key and language. */
export const catalogue = Object.fromEntries(
  textKeys.map((key) => [
    key,
    Object.fromEntries(Object.entries(builtIn).map(([language, texts]) => [language, texts[key]])),
  ]),
) as Record<TextKey, Localised<string>>;

/** Whether there is a text of this name. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(catalogue, key);
