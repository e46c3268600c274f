import { DomainError } from '@parley/errors';
import { type Sql } from '@parley/persistence';
import { isToldOf } from '../build/build.store';

/** Seconds after which a build may be done. */
const RETRY_AFTER = 5;

/** 503 `unavailable` until the tickets that a project had before statistics are counted. */
export const demandBuilt = async (sql: Sql, projectId: string): Promise<void> => {
  if (await isToldOf(sql, projectId)) return;
  throw new DomainError(
    'unavailable',
    'UNAVAILABLE',
    'The statistics of this project are being built. Try again in a while.',
    { retryAfter: RETRY_AFTER },
  );
};
