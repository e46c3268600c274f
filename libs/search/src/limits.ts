/** Most characters of a document that are indexed, over all its searchable fields in order of weight. */
export const maxDocumentCharacters = 100_000;
/** Longer words are cut to this many letters, in documents and in queries. */
export const maxWordLetters = 64;
/** Words of a query after this many are ignored. */
export const maxQueryWords = 10;
/** Characters of a query that are read. */
export const maxQueryCharacters = 1_000;
/** Most hits of one answer. */
export const maxLimit = 1_000;
/** Words with fewer letters must be spelled right. */
export const minTypoLetters = 5;
