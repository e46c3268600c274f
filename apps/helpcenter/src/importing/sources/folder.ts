import { ArchiveError } from '@parley/archives';
import { createHash } from 'node:crypto';
import { findLanguage, MAX_DESCRIPTION, MAX_TITLE, storedLanguage } from '../../localised';
import { type ImportOptions, type ImportProblem, MAX_ARTICLES, MAX_PAGE_BYTES } from '../import';
import { type FrontMatter, readFrontMatter } from '../pages/front-matter';
import { decodeText } from '../pages/decode-text';
import { type PageHead, readPageHead } from '../pages/page.work';
import { problemOfError } from '../running-import';
import { cleanText, isLanguageCode } from '../texts';
import { createFileFinder, createPageFinder } from './find-page';
import {
  comparePlaces,
  isIndex,
  nameToTitle,
  type PagePlace,
  placePage,
  splitEnding,
  withoutNumber,
} from './paths';
import {
  archiveUrl,
  type Plan,
  type PlannedArticle,
  type PlannedCollection,
  type SourceFile,
  type SourceInput,
} from './plan';

/** Levels of folders that become collections. */
export const MAX_LEVELS = 10;

/** A page of the folder, with its head. */
interface FolderPage {
  file: SourceFile;
  place: PagePlace;
  head: PageHead;
  language: string;
}

/** Pages of one article, that of the default language first. */
interface FolderArticle {
  key: string;
  folder: string;
  name: string;
  pages: FolderPage[];
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|svg|avif|ico)$/i;
const CATEGORY = /(?:^|\/)_category_\.(?:json|ya?ml)$/;

/** Plans the import of a folder of Markdown and HTML. */
export const planFolder = async (input: SourceInput): Promise<Plan> => {
  const { files, options } = input;
  const problems: ImportProblem[] = [];
  const places = files.flatMap((file) => {
    const place = placePage(file.path, options.languages);
    return place ? [{ file, place }] : [];
  });
  if (places.length === 0) throw new ArchiveError('archive_empty');
  if (places.length > MAX_ARTICLES * Math.max(1, options.languages.length))
    throw new ArchiveError('archive_too_large');
  const pages = await readHeads(input, places, problems);
  const failed = places.length - pages.length;
  const categories = await readCategories(input, problems);
  const all = groupPages(pages, options.language);
  const folders = planFolders(all, categories, input);
  const articles = all.filter(({ name, pages: [first] }) => !isIndex(name) || first?.head.hasText);
  if (articles.length > MAX_ARTICLES) throw new ArchiveError('archive_too_large');
  const isKnown = (path: string): boolean => PICTURE.test(path) || CATEGORY.test(path);
  const sorted = sortArticles(articles, folders);
  return {
    collections: folders.collections,
    articles: sorted.map((article) => planArticle(article, folders, options)),
    skipped: files.filter(({ path }) => !placePage(path, []) && !isKnown(path)).length,
    failed,
    problems: [...problems, ...folders.problems],
    findArticle: createPageFinder(
      sorted.flatMap(({ key, pages }) =>
        pages.map(({ file, place, head }) => ({ key, path: file.path, place, slug: head.front.slug })),
      ),
    ),
    findFile: createFileFinder(files),
  };
};

/** Reads what each page says about itself, one page in memory at a time. */
const readHeads = async (
  { options, signal }: SourceInput,
  places: readonly { file: SourceFile; place: PagePlace }[],
  problems: ImportProblem[],
): Promise<FolderPage[]> => {
  const pages: FolderPage[] = [];
  for (const { file, place } of places) {
    signal.throwIfAborted();
    if (file.size > MAX_PAGE_BYTES) {
      problems.push({ path: file.path, code: 'article_too_large', message: 'The page has more than 5 MB.' });
      continue;
    }
    const head = await readHeadOf(file, problems);
    if (!head) continue;
    if (head.isUnreadable)
      problems.push({
        path: file.path,
        code: 'front_matter_invalid',
        message: 'The front matter cannot be read.',
      });
    const named = head.front.language;
    const language =
      place.language ??
      (named !== undefined && isLanguageCode(named) ? storedLanguage(named) : options.language);
    pages.push({ file, place, head, language });
  }
  return pages;
};

const readHeadOf = async (file: SourceFile, problems: ImportProblem[]): Promise<PageHead | undefined> => {
  try {
    return await readPageHead(await file.read());
  } catch (error) {
    const problem = problemOfError(file.path, error);
    if (!problem) throw error;
    problems.push(problem);
    return undefined;
  }
};

/** Titles and positions of folders by path, from files `_category_.json`. */
const readCategories = async (
  { files }: SourceInput,
  problems: ImportProblem[],
): Promise<Map<string, FrontMatter>> => {
  const found = new Map<string, FrontMatter>();
  for (const { path, size, read } of files) {
    if (!CATEGORY.test(path) || size > 65_536) continue;
    const category = readFrontMatter(decodeText(await read()));
    if (category) found.set(path.split('/').slice(0, -1).join('/'), category);
    else problems.push({ path, code: 'front_matter_invalid', message: 'The file cannot be read.' });
  }
  return found;
};

/** The articles that pages in several languages are. */
const groupPages = (pages: readonly FolderPage[], language: string): FolderArticle[] => {
  const groups = new Map<string, FolderArticle>();
  for (const page of pages) {
    const folder = page.place.folders.join('/');
    const key = `${folder}/${page.place.name}`;
    const group = groups.get(key) ?? { key, folder, name: page.place.name, pages: [] };
    groups.set(key, group);
    // The same name with another ending is another article.
    if (!group.pages.some((other) => other.language === page.language)) group.pages.push(page);
    else groups.set(page.file.path, { key: page.file.path, folder, name: page.place.name, pages: [page] });
  }
  for (const { pages: group } of groups.values())
    group.sort((one, other) => Number(other.language === language) - Number(one.language === language));
  return [...groups.values()];
};

/** Folders that become collections. */
interface Folders {
  collections: PlannedCollection[];
  problems: ImportProblem[];
  /** Key of the collection that the articles of a folder belong to. */
  keyOf(folder: string): string | undefined;
  /** Places of collections in the order of the tree, by key. */
  rank: ReadonlyMap<string | undefined, number>;
}

const planFolders = (
  articles: readonly FolderArticle[],
  categories: ReadonlyMap<string, FrontMatter>,
  { name, options }: SourceInput,
): Folders => {
  const indexes = new Map(articles.filter((one) => isIndex(one.name)).map((one) => [one.folder, one]));
  const holds = articles.filter((one) => !isIndex(one.name) || one.pages[0]?.head.hasText);
  const paths = new Set<string>();
  const problems: ImportProblem[] = [];
  const cut = (folder: string): string => folder.split('/').slice(0, MAX_LEVELS).join('/');
  const deep = new Set(holds.map(({ folder }) => folder).filter((folder) => cut(folder) !== folder));
  for (const path of deep)
    problems.push({
      path,
      code: 'folder_too_deep',
      message: `Its articles are in the folder of level ${MAX_LEVELS}.`,
    });
  for (const { folder } of holds) {
    const segments = cut(folder) === '' ? [] : cut(folder).split('/');
    segments.forEach((_, index) => paths.add(segments.slice(0, index + 1).join('/')));
    if (segments.length === 0 && options.collectionId === null) paths.add('');
  }
  const describe = (
    path: string,
  ): PlannedCollection & { order: number | undefined; name: string; path: string } => {
    const segments = path.split('/');
    const last = segments.at(-1) ?? '';
    const category = categories.get(path);
    const fronts = (indexes.get(path)?.pages ?? []).map(
      ({ language, head }) => [language, head.front] as const,
    );
    const fallback = cleanText(nameToTitle(path === '' ? name : last), MAX_TITLE);
    const texts = (field: 'title' | 'description'): Record<string, string> =>
      Object.fromEntries(
        [[options.language, (category ?? {}) as Partial<FrontMatter>] as const, ...fronts].flatMap(
          ([language, front]) =>
            front[field] === undefined
              ? []
              : [[language, cleanText(front[field], field === 'title' ? MAX_TITLE : MAX_DESCRIPTION)]],
        ),
      );
    const title = texts('title');
    return {
      key: `${path}/`,
      path,
      name: last,
      parent: segments.length > 1 ? `${segments.slice(0, -1).join('/')}/` : undefined,
      title:
        findLanguage(title, options.language) === undefined
          ? { ...title, [options.language]: fallback }
          : title,
      description: texts('description'),
      order: category?.order ?? fronts[0]?.[1].order,
    };
  };
  const described = [...paths].map(describe);
  const ordered: PlannedCollection[] = [];
  const place = (parent: string | undefined): void => {
    for (const one of described.filter((other) => other.parent === parent).sort(comparePlaces)) {
      const { key, title, description } = one;
      ordered.push({ key, parent, title, description });
      if (one.path !== '') place(key);
    }
  };
  place(undefined);
  const rank = new Map<string | undefined, number>(ordered.map(({ key }, index) => [key, index]));
  return {
    collections: ordered,
    problems,
    keyOf: (folder) => (folder === '' && options.collectionId !== null ? undefined : `${cut(folder)}/`),
    rank,
  };
};

const sortArticles = (articles: readonly FolderArticle[], { keyOf, rank }: Folders): FolderArticle[] => {
  const placed = articles.map((article) => ({
    article,
    name: article.name,
    // The page of a folder is its first one.
    order: isIndex(article.name) ? -Infinity : article.pages[0]?.head.front.order,
    rank: rank.get(keyOf(article.folder)) ?? -1,
  }));
  return placed
    .sort((one, other) => one.rank - other.rank || comparePlaces(one, other))
    .map(({ article }) => article);
};

/** Former addresses of a page: those that it names, and those below the former address of the folder. */
const listAddresses = ({ place, head: { front } }: FolderPage, oldBase: string | null): string[] => {
  if (oldBase === null) return front.aliases;
  const at = (path: string): string => `${oldBase}/${path.split('/').filter(Boolean).join('/')}`;
  const folders = place.path.split('/').slice(0, -1).map(withoutNumber).join('/');
  const file = place.path.split('/').at(-1) ?? '';
  const own = isIndex(place.name) ? folders : `${folders}/${withoutNumber(splitEnding(file).stem)}`;
  const named = front.slug?.startsWith('/') ? front.slug : `${folders}/${front.slug}`;
  return [
    ...front.aliases.map((alias) => (alias.startsWith('/') ? new URL(alias, oldBase).href : alias)),
    at(front.slug === undefined ? own : named),
    ...(place.kind === 'html' ? [at(`${folders}/${file}`)] : []),
  ];
};

const planArticle = (
  { key, folder, name, pages }: FolderArticle,
  { keyOf }: Folders,
  { language, oldBase }: ImportOptions,
): PlannedArticle => {
  const heads = pages.map(({ head }) => head);
  const addresses = pages.map((page) => listAddresses(page, oldBase));
  const digest = createHash('sha256').update(
    JSON.stringify([language, addresses, ...pages.map((page) => [page.language, page.head.digest])]),
  );
  const isDraft = heads.map(({ front }) => front.isDraft).find((one) => one !== undefined);
  return {
    key,
    path: pages[0]?.file.path ?? key,
    collection: keyOf(folder),
    tags: heads.flatMap(({ front }) => front.tags),
    isDraft,
    digest: digest.digest('hex'),
    texts: pages.map(({ file, place, head, language: own }, index) => ({
      language: own,
      path: file.path,
      title: head.front.title,
      fallbackTitle: nameToTitle(isIndex(name) ? folder.split('/').at(-1) || name : name),
      description: head.front.description,
      addresses: addresses[index] ?? [],
      read: async () => ({ bytes: await file.read(), kind: place.kind, base: archiveUrl(file.path) }),
    })),
  };
};
