import type { Sql } from '@parley/persistence';
import { filterProse } from './answer-filter';
import { namesAmong } from './code.store';
import { redactCode } from './repository-secrets';

/** What may be said about the code of a project's repositories: prose that names nothing of theirs. */
export const proseAboutCode = (db: Sql, projectId: string, text: string): Promise<string> =>
  filterProse(text, {
    redact: redactCode,
    knownNames: (candidates) => namesAmong(db, projectId, candidates),
  });
