import type { ArchiveEntry } from '@parley/archives';
import type { ImportOptions, ImportProblem } from '../import';
import type { PageSource } from '../pages/page.work';

/** A collection that is to exist. */
export interface PlannedCollection {
  /** Its name at the source, unique among those of the import. */
  key: string;
  /** Key of another one, which is planned before it. */
  parent: string | undefined;
  title: Readonly<Record<string, string>>;
  description: Readonly<Record<string, string>>;
}

/** An article in one language. */
export interface PlannedText {
  language: string;
  /** As the report names it. */
  path: string;
  title: string | undefined;
  /** Title when the text itself has none. */
  fallbackTitle: string;
  description: string | undefined;
  /** Former addresses: paths, or whole addresses. */
  addresses: readonly string[];
  read(): Promise<PageSource>;
}

/** An article that is to exist. */
export interface PlannedArticle {
  /** Its name at the source, unique among those of the import. */
  key: string;
  /** As the report names it. */
  path: string;
  /** Key of its collection; undefined for one in the collection that the caller named. */
  collection: string | undefined;
  texts: readonly PlannedText[];
  tags: readonly string[];
  /** Undefined when the source says nothing. */
  isDraft: boolean | undefined;
  externalId?: string;
  /** Digest of all that the source says. */
  digest: string;
}

/** Everything that an import is to write, in order: the same for the same file and options. */
export interface Plan {
  collections: PlannedCollection[];
  articles: PlannedArticle[];
  /** Files that are neither articles nor pictures. */
  skipped: number;
  /** Pages that cannot be read, which are among the problems. */
  failed: number;
  problems: ImportProblem[];
  /** Key of the article that an absolute address names. */
  findArticle(url: URL): string | undefined;
  /** The picture in the archive that an address names. */
  findFile(url: URL): SourceFile | undefined;
}

/** A file of an archive. */
export interface SourceFile {
  /** Safe: relative, without `..`. */
  path: string;
  size: number;
  read: ArchiveEntry['read'];
}

/** The files and options of a plan. */
export interface SourceInput {
  files: readonly SourceFile[];
  /** Title of a collection for files in no folder: the name of the folder around all files, or of the uploaded file. */
  name: string;
  options: ImportOptions;
  signal: AbortSignal;
}

/** Begins the addresses of files in an archive. */
export const ARCHIVE = 'https://archive.invalid/';

/** The address of a file in an archive. */
export const archiveUrl = (path: string): string =>
  ARCHIVE + path.split('/').map(encodeURIComponent).join('/');

/** The path that an address of a file in an archive has; undefined for other addresses. */
export const archivePath = (url: URL): string | undefined => {
  if (`${url.origin}/` !== ARCHIVE) return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return undefined;
  }
};
