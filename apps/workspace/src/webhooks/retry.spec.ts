import { askedPause, MAX_TRIES, retryDelay } from './retry';

describe('retryDelay', () => {
  it('is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, then there is none', () => {
    const delays = Array.from({ length: MAX_TRIES }, (_, index) => retryDelay(index + 1, 0));
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 600].map((count) => count * 60_000);
    expect(delays).toEqual([...minutes, undefined]);
  });

  it('is up to a tenth longer by chance, never shorter', () => {
    expect(retryDelay(1, 1)).toBe(5_500);
    expect(retryDelay(1, 0.5)).toBe(5_250);
  });
});

describe('askedPause', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const of = (status: number, retryAfter?: string): number | undefined =>
    askedPause({ status, retryAfter }, now);

  it.each([429, 503])('reads Retry-After of %i as seconds or as a date', (status) => {
    expect(of(status, '120')).toBe(120_000);
    expect(of(status, ' 1 ')).toBe(1_000);
    expect(of(status, 'Sat, 21 Nov 2026 12:10:00 GMT')).toBe(600_000);
  });

  it('is at most a day', () => {
    expect(of(429, '9999999999')).toBe(86_400_000);
    expect(of(429, 'Sat, 21 Nov 2099 12:10:00 GMT')).toBe(86_400_000);
  });

  it.each([
    [429, undefined],
    [429, 'soon'],
    [429, '0'],
    [429, '-5'],
    [429, 'Sat, 21 Nov 2026 11:00:00 GMT'],
    [500, '120'],
    [200, '120'],
  ])('is none for %i with %j', (status, header) => {
    expect(of(status, header)).toBeUndefined();
  });
});
