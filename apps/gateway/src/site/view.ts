import { chooseReadable } from '@parley/localised';
import { readLook } from './look';

/** Texts of the site in one language, by key. */
export type Texts = Readonly<Record<string, string>>;

/** The project of a help center, as its pages show it. */
export interface SiteProject {
  id: string;
  name: string;
  languages: readonly string[];
  defaultLanguage: string;
  /** Settings of the help center; each key that the pages read was checked when it was stored. */
  helpcenter: Readonly<Record<string, unknown>>;
}

/** What every page of a help center shows. */
export interface View {
  project: SiteProject;
  /** Language of the page, as the project lists it. */
  language: string;
  texts: Texts;
  /** Language of the texts: another one where the project has none in the language of the page. */
  textLanguage: string;
  /** Canonical address of the site without a slash at the end: `https://help.example.com`. */
  root: string;
  /** Where the site lies on the host it was asked at: nothing, or `/help/shop`. */
  base: string;
  /** Whether a contact reads it, who can sign out. */
  isSignedIn?: boolean;
}

/** Languages are the same without regard to case, and `_` is `-`. */
export const sameLanguage = (one: string, other: string): boolean =>
  one.replaceAll('_', '-').toLowerCase() === other.replaceAll('_', '-').toLowerCase();

/** A text of the settings in a language: its own, one that its readers take, the default language's, or any. */
export const localText = (
  { language, project }: Pick<View, 'language' | 'project'>,
  texts: Readonly<Record<string, string>> | undefined,
): string | undefined => {
  if (!texts) return undefined;
  const key = chooseReadable(Object.keys(texts), { wanted: language, fallback: project.defaultLanguage });
  return key === undefined ? undefined : texts[key];
};

/** Name of the help center in the language of the page. */
export const siteTitle = (view: View): string =>
  localText(view, readLook(view.project).title) ??
  [view.project.name, view.texts['helpcenter.title']].filter(Boolean).join(' · ');

/** How the canonical address of an article or collection ends, whatever its root. */
const PAGE = /\/[^/?#]+\/(?:articles|collections)\/[^/?#]+$/;

/**
 * An address of the site as a path on the host that was asked. For some seconds after a domain was given or taken away the
 * help center may still name pages by their former root.
 */
export const localPath = ({ root, base }: Pick<View, 'root' | 'base'>, url: string): string =>
  url === root || url.startsWith(`${root}/`)
    ? base + url.slice(root.length)
    : base + (PAGE.exec(url)?.[0] ?? '');

interface WithDirection {
  getTextInfo?(): { direction?: string };
  textInfo?: { direction?: string };
}

/** The direction that a language is written in. */
export const findDirection = (language: string): 'ltr' | 'rtl' => {
  try {
    const locale = new Intl.Locale(language.replaceAll('_', '-')) as WithDirection;
    return (locale.getTextInfo?.() ?? locale.textInfo)?.direction === 'rtl' ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
};

/** The name of a language in that language: `Deutsch`. */
export const languageName = (language: string): string => {
  const tag = language.replaceAll('_', '-');
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? language;
  } catch {
    return language;
  }
};

/** A text with its places filled in: `{count}`. */
export const filled = (text: string | undefined, values: Readonly<Record<string, string | number>>): string =>
  (text ?? '').replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** A date as readers of the language write it. */
export const dateText = (language: string, date: Date): string => {
  const tag = language.replaceAll('_', '-');
  const [known = 'en'] = Intl.DateTimeFormat.supportedLocalesOf([tag]);
  return new Intl.DateTimeFormat(known, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
};
