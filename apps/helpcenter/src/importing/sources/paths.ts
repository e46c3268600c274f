import { isSameLanguage } from '../../localised';

/** Where a page of a folder belongs. */
export interface PagePlace {
  path: string;
  /** Folders of the path without the language. */
  folders: string[];
  /** Name without ending and language. */
  name: string;
  kind: 'markdown' | 'mdx' | 'html';
  /** Language that the path names. */
  language: string | undefined;
}

const KINDS: Readonly<Record<string, PagePlace['kind']>> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'mdx',
  html: 'html',
  htm: 'html',
};

/** Splits a name at its last dot. */
export const splitEnding = (name: string): { stem: string; ending: string } => {
  const at = name.lastIndexOf('.');
  return at <= 0
    ? { stem: name, ending: '' }
    : { stem: name.slice(0, at), ending: name.slice(at + 1).toLowerCase() };
};

/** Where the page of a path belongs; undefined for a file that is no page. A folder or an ending may name one of the languages. */
export const placePage = (path: string, languages: readonly string[]): PagePlace | undefined => {
  const segments = path.split('/');
  const { stem, ending } = splitEnding(segments.pop() ?? '');
  const kind = Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined;
  if (!kind) return undefined;
  const findLanguage = (code: string): string | undefined =>
    languages.find((language) => isSameLanguage(language, code));
  const inner = splitEnding(stem);
  const suffix = inner.ending === '' ? undefined : findLanguage(inner.ending);
  const at = segments.findIndex((segment) => findLanguage(segment) !== undefined);
  const folderLanguage = at < 0 ? undefined : findLanguage(segments[at] ?? '');
  const isByFolder = suffix === undefined && folderLanguage !== undefined;
  return {
    path,
    folders: isByFolder ? segments.toSpliced(at, 1) : segments,
    name: suffix === undefined ? stem : inner.stem,
    kind,
    language: suffix ?? folderLanguage,
  };
};

const NUMBER = /^(\d{1,6})[-_. ]+(?=.)/;

/** A name without the number that orders it. */
export const withoutNumber = (name: string): string => name.replace(NUMBER, '');

/** A name as people would write it. */
export const nameToTitle = (name: string): string => {
  const words = withoutNumber(name).replaceAll(/[-_]+/g, ' ').trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The position of a page or folder, as far as it is known. */
export interface Ordered {
  order: number | undefined;
  name: string;
}

const collator = new Intl.Collator('en', { numeric: true });

const orderOf = ({ order, name }: Ordered): number => order ?? Number(NUMBER.exec(name)?.[1] ?? Infinity);

/** By the position that they say, else by the number of their name, then by name. */
export const comparePlaces = (one: Ordered, other: Ordered): number => {
  const [first, second] = [orderOf(one), orderOf(other)];
  if (first !== second) return first < second ? -1 : 1;
  return collator.compare(one.name, other.name) || (one.name < other.name ? -1 : 1);
};

/** Whether a page is that of its folder. */
export const isIndex = (name: string): boolean => /^(?:index|_index|readme)$/i.test(name);
