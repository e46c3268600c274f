import type { Actor, Role } from '@parley/auth';

/** How an import stands. */
export type ImportStatus = 'queued' | 'running' | 'done' | 'failed';

/** The choices of the caller. */
export interface ImportOptions {
  /** Language of texts that name none. */
  language: string;
  /** Languages of the project. */
  languages: string[];
  collectionId: string | null;
  publish: boolean | null;
  dryRun: boolean;
  images: 'store' | 'keep';
  /** Address that the folder had before, without a slash at its end. */
  oldBase: string | null;
}

/** Something that was left out or changed. */
export interface ImportProblem {
  path: string;
  code: string;
  message: string;
}

/** Numbers of the report. */
export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  failed: number;
  collections: number;
  images: number;
  redirects: number;
  problems: number;
}

export const noCounts: ImportCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  collections: 0,
  images: 0,
  redirects: 0,
  problems: 0,
};

/** An import as it is stored. */
export interface ImportRow {
  projectId: string;
  id: string;
  organisationId: string;
  fileKey: string | null;
  options: ImportOptions;
  /** The user who started it; its writes are attributed to that user. */
  startedBy: { actor: Actor; role?: Role };
  status: ImportStatus;
  counts: Partial<ImportCounts>;
  problems: ImportProblem[];
  /** Articles that were dealt with so far. */
  position: number;
  error: string | null;
  createdAt: Date;
  updatedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** Imports of one project that may be unfinished at a time. */
export const MAX_UNFINISHED = 3;

/** Imports of one project that are kept once they have ended, and for how long. */
export const MAX_KEPT = 100;
export const KEPT_MS = 30 * 24 * 3_600_000;

/** Milliseconds that the file of a dry run stays for the import itself. */
export const DRY_FILE_MS = 24 * 3_600_000;

/** Most problems that a report lists. */
export const MAX_PROBLEMS = 1_000;

/** Most bytes of the uploaded file, of its files together, and of one page. */
export const MAX_FILE_BYTES = 50 * 1_048_576;
export const MAX_UNPACKED_BYTES = 200 * 1_048_576;
export const MAX_PAGE_BYTES = 5 * 1_048_576;

/** Most entries of an archive, and most articles. */
export const MAX_ENTRIES = 20_000;
export const MAX_ARTICLES = 5_000;
