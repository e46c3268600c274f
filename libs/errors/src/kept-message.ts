const MAX_LENGTH = 500;

/** What is kept of an error in a row, at most 500 characters: PostgreSQL takes neither NUL nor half a character. */
export const keptMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replaceAll('\0', '');
