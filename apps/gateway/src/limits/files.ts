/** Largest file: 100 MB. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Largest file of a contact: 20 MB. */
export const MAX_CONTACT_FILE_BYTES = 20 * 1024 * 1024;
/** Files that a contact may upload in an hour. */
export const CONTACT_FILES_PER_HOUR = 30;
/** Milliseconds after which a contact's file is deleted unless a message names it. */
export const UNNAMED_FILE_MS = 24 * 3_600_000;
