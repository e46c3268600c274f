import { defineWork } from '@parley/threads';
import { spacedText } from '../text/words';

/** For each document the texts in which words stand that are written without spaces, with spaces between them. */
export const spacedWork = defineWork(
  'search.spaced',
  (documents: readonly Readonly<Record<string, string>>[]): [field: string, spaced: string][][] =>
    documents.map((texts) =>
      Object.entries(texts).flatMap(([field, value]): [string, string][] => {
        const spaced = spacedText(value);
        return spaced === undefined ? [] : [[field, spaced]];
      }),
    ),
);
