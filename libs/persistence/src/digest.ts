import { createHash } from 'node:crypto';

/** What stands for the id of somebody who is gone, where the id itself must not be kept: SHA-256 in hexadecimal digits. */
export const digestOf = (id: string): string => createHash('sha256').update(id).digest('hex');
