/** A time in the header `Retry-After`: seconds, or a date. */
const retryAfterMs = (text: string, now: number): number | undefined => {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time - now;
};

/**
 * Milliseconds that an answer asks to wait: `Retry-After`, else the end of the budget in `X-RateLimit-Reset` (seconds
 * since 1970); undefined when it does not say.
 */
export const askedWait = (headers: Readonly<Record<string, string>>, now: number): number | undefined => {
  const { 'retry-after': retryAfter, 'x-ratelimit-reset': reset } = headers;
  const asked = retryAfter === undefined ? undefined : retryAfterMs(retryAfter.trim(), now);
  if (asked !== undefined) return Math.max(0, asked);
  if (reset === undefined || !/^\d+$/.test(reset)) return undefined;
  return Math.max(0, Number(reset) * 1_000 - now);
};
