/** A limit: so many units per window. The window begins with the first unit and then runs out as a whole. */
export interface RateLimit {
  /** Units per window, at least 1. */
  limit: number;
  /** Length of the window in seconds. */
  windowSeconds: number;
  /** Units this call takes, default 1; 0 only looks. */
  cost?: number;
}

/** The outcome of a call. */
export interface RateLimitResult {
  /** Whether the call may go on. A refused call takes nothing. */
  allowed: boolean;
  /** The limit it was held against. */
  limit: number;
  /** Units left in this window. */
  remaining: number;
  /** Whole seconds until the window ends, at least 1; for `Retry-After` and the `RateLimit` headers. */
  resetSeconds: number;
}

/** Counts calls per key. Keys name policy and caller, e.g. `sign-up:203.0.113.7`. */
export interface RateLimiter {
  consume(key: string, limit: RateLimit): Promise<RateLimitResult>;
}

/** The answer for a state of the counter. */
export const rateLimitResult = (
  allowed: boolean,
  { limit }: RateLimit,
  used: number,
  windowLeftMs: number,
): RateLimitResult => ({
  allowed,
  limit,
  remaining: Math.max(limit - used, 0),
  resetSeconds: Math.max(Math.ceil(windowLeftMs / 1000), 1),
});
