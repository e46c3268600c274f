/** Seconds before each attempt after the first. */
const DELAYS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** Attempts before a delivery has failed. */
export const MAX_TRIES = DELAYS.length + 1;

/** Longest part of a delay that chance adds, so that deliveries that failed together do not come back together. */
const JITTER = 0.1;

/** Longest pause that an endpoint may ask for, in milliseconds. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/** Milliseconds of failures alone after which a webhook is disabled: 5 days. */
export const FAILING_MS = 5 * 86_400_000;

/** Milliseconds until the next attempt after `tries` failed ones; undefined when there is none. `chance` is in 0..1. */
export const retryDelay = (tries: number, chance: number): number | undefined => {
  const seconds = DELAYS[tries - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (1 + JITTER * chance));
};

const IN_SECONDS = /^\d{1,10}$/;

/** The pause, in milliseconds, that an answer of 429 or 503 asks for by `Retry-After`: seconds or an HTTP date. */
export const askedPause = (
  { status, retryAfter }: { status: number; retryAfter: string | undefined },
  now: Date,
): number | undefined => {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  const milliseconds = IN_SECONDS.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return milliseconds > 0 ? Math.min(milliseconds, MAX_RETRY_AFTER_MS) : undefined;
};
