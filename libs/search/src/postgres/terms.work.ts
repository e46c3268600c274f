import { defineWork } from '@parley/threads';
import { extractTerms } from './terms';

/** The searchable words of documents, each given by its texts, for a thread. */
export const termsWork = defineWork('search.terms', (documents: readonly (readonly string[])[]) =>
  documents.map(extractTerms),
);
