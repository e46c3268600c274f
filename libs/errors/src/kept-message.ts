const MAX_LENGTH = 500;

/** The message of an error as a row keeps it, at most 500 characters: PostgreSQL accepts neither NUL nor half a character. */
export const keptMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replaceAll('\0', '');
