import { DomainError } from '@parley/errors';
import type { Sql } from '@parley/persistence';
import { hasAllFacts } from '../progress';
import { hasTraits } from '../build';

/** Seconds after which a build may be done. */
const RETRY_AFTER = 5;

/** What there is of a project to answer from. */
export interface Ready {
  /** Whether each fact knows the trait of its ticket. */
  hasTraits: boolean;
}

/** 503 `unavailable` until the tickets that a project had before statistics are counted. */
export const demandBuilt = async (sql: Sql, projectId: string): Promise<Ready> => {
  if (await hasAllFacts(sql, projectId)) return { hasTraits: await hasTraits(sql, projectId) };
  throw new DomainError(
    'unavailable',
    'UNAVAILABLE',
    'The statistics of this project are being built. Try again in a while.',
    { retryAfter: RETRY_AFTER },
  );
};
