import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time. */
export const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
