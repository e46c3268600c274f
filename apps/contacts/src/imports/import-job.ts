import type { Actor, Role } from '@parley/auth';
import type { PlatformAccess, PlatformName } from './platforms/platform';

/** How an import from another platform stands. */
export type ImportStatus = 'queued' | 'running' | 'waiting' | 'done' | 'failed';

/** An entry that was not taken. */
export interface ImportProblem {
  ref: string;
  reason: string;
}

/** What became of entries. */
export interface ImportCounts {
  created: number;
  updated: number;
  skipped: number;
  failed: number;
}

/** An import as its document needs it. */
export interface ImportJobRow extends ImportCounts {
  id: string;
  platform: PlatformName;
  status: ImportStatus;
  problems: ImportProblem[];
  lastError: string | null;
  createdAt: Date;
  updatedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** The user who started an import; its writes are attributed to that user. */
export interface StartedBy {
  actor: Actor;
  role?: Role;
}

/** An import to be. */
export interface NewImport {
  projectId: string;
  organisationId: string;
  id: string;
  platform: PlatformName;
  /** Sealed. */
  access: string;
  startedBy: StartedBy;
  /** Until when the caller waits for the ids of its contacts. */
  awaitedUntil: Date | null;
}

/** An import that is worked on. */
export interface RunningImport extends NewImport {
  /** Where the next page begins; null before the first. */
  position: string | null;
}

/** Imports of one project that may be unfinished at a time. */
export const MAX_UNFINISHED = 3;

/** Imports of one project that are kept once they have ended, and for how long. */
export const MAX_KEPT = 100;
export const KEPT_MS = 30 * 24 * 3_600_000;

/** Most entries that an import lists with reasons. */
export const MAX_LISTED = 100;

/** What binds the sealed access to its import. */
export const accessContext = ({ projectId, id }: Pick<NewImport, 'projectId' | 'id'>): string =>
  `contact import:${projectId}:${id}`;

const isAccess = (value: unknown): value is PlatformAccess =>
  typeof value === 'object' && value !== null && 'baseUrl' in value && 'authorization' in value;

/** Reads an opened access. */
export const readAccess = (text: string): PlatformAccess => {
  const value: unknown = JSON.parse(text);
  if (!isAccess(value)) throw new Error('The access of an import cannot be read');
  return value;
};
