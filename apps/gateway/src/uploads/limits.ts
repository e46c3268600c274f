/** Largest file: 100 MB. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
