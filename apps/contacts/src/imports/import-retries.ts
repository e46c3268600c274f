import type { PlatformErrorKind } from './platforms/platform-error';

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 600_000;

/** How long a platform's own wish to be left alone is heeded: from a second to an hour. */
const MIN_ASKED_MS = 1_000;
const MAX_ASKED_MS = 3_600_000;

/** Failures in a row after which an import is given up, which is after about an hour. */
export const MAX_ATTEMPTS = 12;

/** As `MAX_ATTEMPTS`, while the platform asks to slow down. */
export const MAX_LIMITED_ATTEMPTS = 100;

/** Milliseconds until another attempt: the platform's wish, else 5 s, doubled each time up to 10 minutes. */
export const delayAfter = (attempt: number, askedMs: number | undefined): number => {
  if (askedMs !== undefined) return Math.min(Math.max(askedMs, MIN_ASKED_MS), MAX_ASKED_MS);
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS);
};

/** Whether no other attempt follows. */
export const isFinal = (kind: PlatformErrorKind, attempt: number): boolean => {
  switch (kind) {
    case 'limited':
      return attempt >= MAX_LIMITED_ATTEMPTS;
    case 'away':
      return attempt >= MAX_ATTEMPTS;
    case 'refused':
    case 'missing':
    case 'unusable':
      return true;
  }
};
