import { isIndex, type PagePlace, placePage, splitEnding, withoutNumber } from './paths';
import { archivePath, type SourceFile } from './plan';

/** A page that links may lead to. */
export interface FindablePage {
  key: string;
  path: string;
  place: PagePlace;
  slug: string | undefined;
}

/** Folders that generators of documentation put files into without naming them in addresses. */
const ROOTS = ['', 'docs/', 'static/', 'public/', 'assets/', 'content/'];

const clean = (path: string): string => path.split('/').filter(Boolean).join('/').toLowerCase();

/** A path without ending, numbers of order and names that stand for their folder. */
const shorten = (path: string): string => {
  const segments = path.split('/').map(withoutNumber);
  const last = segments.pop() ?? '';
  const stem = placePage(last, []) ? splitEnding(last).stem : last;
  return clean([...segments, ...(isIndex(stem) ? [] : [stem])].join('/'));
};

/** The names by which links may know a page; those before count before others. */
const namesOf = ({ path, place, slug }: FindablePage): string[] => {
  const plain = [...place.folders, place.name].join('/');
  const folder = place.folders.map(withoutNumber).join('/');
  const slugs = slug === undefined ? [] : [slug.startsWith('/') ? slug : `${folder}/${slug}`];
  return [clean(path), shorten(path), shorten(`${plain}.md`), ...slugs.map(clean)];
};

/** Finds the page that a link of another page leads to: with or without ending, by folder, or by slug. */
export const createPageFinder = (pages: readonly FindablePage[]): ((url: URL) => string | undefined) => {
  const known = new Map<string, string>();
  for (const page of pages) known.set(clean(page.path), page.key);
  for (const page of pages) for (const name of namesOf(page)) if (!known.has(name)) known.set(name, page.key);
  return (url) => {
    const path = archivePath(url);
    if (path === undefined) return undefined;
    for (const root of ROOTS) {
      const found = known.get(clean(root + path)) ?? known.get(shorten(root + path));
      if (found !== undefined) return found;
    }
    return undefined;
  };
};

/** Finds the file that the address of a picture names. */
export const createFileFinder = (files: readonly SourceFile[]): ((url: URL) => SourceFile | undefined) => {
  const known = new Map(files.map((file) => [clean(file.path), file]));
  return (url) => {
    const path = archivePath(url);
    if (path === undefined) return undefined;
    return ROOTS.map((root) => known.get(clean(root + path))).find((file) => file !== undefined);
  };
};
