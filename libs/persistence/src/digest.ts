import { createHash } from 'node:crypto';

/** Replaces an id that must not be kept: SHA-256 in hexadecimal digits. */
export const hashId = (id: string): string => createHash('sha256').update(id).digest('hex');
