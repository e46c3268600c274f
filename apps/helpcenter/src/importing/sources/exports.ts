import { ArchiveError } from '@parley/archives';
import { acceptedLanguages, listedAs } from '@parley/localised';
import { createHash } from 'node:crypto';
import { MAX_DESCRIPTION, MAX_TITLE, storedLanguage } from '../../localised';
import { type ImportOptions, type ImportProblem, MAX_ARTICLES, MAX_FILE_BYTES } from '../import';
import { cleanText, isLanguageCode } from '../texts';
import { readExportFile } from './export.work';
import { createFileFinder } from './find-page';
import { nameToTitle } from './paths';
import {
  ARCHIVE,
  type Plan,
  type PlannedArticle,
  type PlannedCollection,
  type SourceFile,
  type SourceInput,
} from './plan';
import type { ExportArticle, ExportCollection, ExportText } from './platforms/export';

/** Key of the collection for articles without one. */
const NONE = 'none/';

export const isExport = ({ path }: SourceFile): boolean => /\.json$/i.test(path);

/** Plans the import of another help center: the JSON that its API answers, in any number of files. */
export const planExport = async (input: SourceInput): Promise<Plan> => {
  const { files, options } = input;
  const { collections, articles, problems } = await readFiles(input);
  if (articles.size === 0) throw new ArchiveError('archive_empty');
  if (articles.size > MAX_ARTICLES) throw new ArchiveError('archive_too_large');
  const tree = orderCollections(collections, [...articles.values()], input);
  const rank = new Map<string | undefined, number>(tree.map(({ key }, index) => [key, index]));
  const placed = [...articles.values()].map((article) => ({
    article,
    rank: rank.get(article.collection) ?? rank.get(NONE) ?? -1,
  }));
  // The sort is stable: the order of the export decides for the rest.
  placed.sort((one, other) => one.rank - other.rank || orderOf(one.article) - orderOf(other.article));
  const planned = placed.map(({ article }) =>
    planArticle(article, rank.has(article.collection) ? article.collection : undefined, input, problems),
  );
  const written = planned.filter(({ texts }) => texts.length > 0);
  for (const { path, texts } of planned)
    if (texts.length === 0)
      problems.push({ path, code: 'article_empty', message: 'It has neither a title nor a text.' });
  return {
    collections: tree,
    articles: written.map((one) =>
      one.collection === undefined && options.collectionId === null ? { ...one, collection: NONE } : one,
    ),
    skipped: files.filter((file) => !isExport(file)).length,
    failed: planned.length - written.length,
    problems,
    findArticle: createArticleFinder([...articles.values()], options.oldBase),
    findFile: createFileFinder(files),
  };
};

const orderOf = ({ order }: { order: number | undefined }): number => order ?? Number.MAX_SAFE_INTEGER;

const readFiles = async ({ files, signal }: SourceInput) => {
  const collections = new Map<string, ExportCollection>();
  const articles = new Map<string, ExportArticle>();
  const texts: { of: string; text: ExportText }[] = [];
  const problems: ImportProblem[] = [];
  let bytes = 0;
  for (const file of files.filter(isExport)) {
    signal.throwIfAborted();
    // All of it is in memory together.
    if ((bytes += file.size) > MAX_FILE_BYTES) throw new ArchiveError('archive_too_large');
    const found = await readExportFile(await file.read());
    if (!found) problems.push({ path: file.path, code: 'json_invalid', message: 'The file is no JSON.' });
    for (const collection of found?.collections ?? [])
      if (!collections.has(collection.key)) collections.set(collection.key, collection);
    for (const article of found?.articles ?? [])
      if (!articles.has(article.key)) articles.set(article.key, article);
    texts.push(...(found?.texts ?? []));
  }
  for (const { of, text } of texts) {
    const article = articles.get(of);
    if (article && !article.texts.some(({ language }) => language === text.language))
      article.texts.push(text);
  }
  return { collections, articles, problems };
};

/** The language of the project that a locale stands for: `en` for `en-us` where that is not listed itself. */
const toLanguage = (locale: string | undefined, { language, languages }: ImportOptions): string => {
  if (locale === undefined || !isLanguageCode(locale)) return language;
  const listed = acceptedLanguages(locale).flatMap((code) => listedAs(languages, code) ?? []);
  return listed[0] ?? storedLanguage(locale);
};

/** Collections that articles are in, with those above, in the order of the tree. */
const orderCollections = (
  collections: ReadonlyMap<string, ExportCollection>,
  articles: readonly ExportArticle[],
  { name, options }: SourceInput,
): PlannedCollection[] => {
  const used = new Map<string | undefined, Set<ExportCollection>>();
  const use = (key: string | undefined): void => {
    const one = key === undefined ? undefined : collections.get(key);
    if (!one) return;
    // A parent that is not in the export, and one that leads round, count as none.
    const parent =
      one.parent !== undefined && isAbove(one.key, one.parent, collections) ? one.parent : undefined;
    const siblings = used.get(parent) ?? new Set();
    if (siblings.has(one)) return;
    used.set(parent, siblings.add(one));
    use(parent);
  };
  for (const { collection } of articles) use(collection);
  const ordered: PlannedCollection[] = [];
  const place = (parent: string | undefined): void => {
    for (const one of [...(used.get(parent) ?? [])].sort((a, b) => orderOf(a) - orderOf(b))) {
      ordered.push(planCollection(one, parent, options));
      place(one.key);
    }
  };
  place(undefined);
  const known = new Set(ordered.map(({ key }) => key));
  if (options.collectionId === null && articles.some(({ collection }) => !known.has(collection ?? '')))
    ordered.push({
      key: NONE,
      parent: undefined,
      title: { [options.language]: nameToTitle(name) },
      description: {},
    });
  return ordered;
};

/** Most levels of collections. */
const MAX_LEVELS = 10;

const isAbove = (
  key: string,
  parent: string,
  collections: ReadonlyMap<string, ExportCollection>,
): boolean => {
  let above: string | undefined = parent;
  for (let level = 1; above !== undefined && level <= MAX_LEVELS; level += 1) {
    if (above === key || !collections.has(above)) return false;
    above = collections.get(above)?.parent;
    if (above !== undefined && !collections.has(above)) return true;
  }
  return above === undefined;
};

const planCollection = (
  { key, texts }: ExportCollection,
  parent: string | undefined,
  options: ImportOptions,
): PlannedCollection => {
  const title: Record<string, string> = {};
  const description: Record<string, string> = {};
  for (const text of texts) {
    const language = toLanguage(text.language, options);
    if (language in title || text.title === '') continue;
    title[language] = cleanText(text.title, MAX_TITLE);
    if (text.description !== '') description[language] = cleanText(text.description, MAX_DESCRIPTION);
  }
  return { key, parent, title, description };
};

const planArticle = (
  article: ExportArticle,
  collection: string | undefined,
  { options }: SourceInput,
  problems: ImportProblem[],
): PlannedArticle => {
  const { key, id, tags, isDraft } = article;
  const languages = new Set<string>();
  const texts = article.texts.flatMap((text) => {
    const language = toLanguage(text.language, options);
    if (text.isDraft && !isDraft) {
      problems.push({
        path: key,
        code: 'translation_draft',
        message: `${language}: it is not published there.`,
      });
      return [];
    }
    if (languages.has(language) || (text.html === '' && text.title === '')) return [];
    languages.add(language);
    const base = text.addresses.find((address) => URL.canParse(address)) ?? options.oldBase ?? ARCHIVE;
    return [
      {
        language,
        path: key,
        title: text.title === '' ? undefined : text.title,
        fallbackTitle: key,
        description: text.description === '' ? undefined : text.description,
        addresses: text.addresses,
        read: () => Promise.resolve({ bytes: Buffer.from(text.html), kind: 'html' as const, base }),
      },
    ];
  });
  const digest = createHash('sha256')
    .update(JSON.stringify([options.language, article]))
    .digest('hex');
  return { key, path: key, collection, texts, tags, isDraft, externalId: id.slice(0, 200), digest };
};

/** Finds the article that a link to the other help center leads to, by the id or number in its path. */
const createArticleFinder = (
  articles: readonly ExportArticle[],
  oldBase: string | null,
): ((url: URL) => string | undefined) => {
  const addresses = articles.flatMap(({ texts }) => texts.flatMap((text) => text.addresses));
  const hosts = new Set(
    [...addresses, oldBase ?? '', ARCHIVE].flatMap((one) => (URL.canParse(one) ? new URL(one).host : [])),
  );
  const keys = new Map(articles.flatMap(({ key, names }) => names.map((name) => [name, key] as const)));
  return ({ host, pathname }) => {
    const name = hosts.has(host) ? /\/articles?\/(\w+)/.exec(pathname)?.[1] : undefined;
    return name === undefined ? undefined : keys.get(name);
  };
};
