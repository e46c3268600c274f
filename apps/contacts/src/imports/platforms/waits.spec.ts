import { askedWait } from './waits';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('askedWait', () => {
  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
    [{ 'x-ratelimit-reset': String(NOW / 1_000 + 9) }, 9_000],
    [{ 'x-ratelimit-reset': String(NOW / 1_000 - 9) }, 0],
    [{ 'retry-after': '2', 'x-ratelimit-reset': String(NOW / 1_000 + 9) }, 2_000],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset': String(NOW / 1_000 + 9) }, 9_000],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset': 'later' }, undefined],
    [{}, undefined],
  ])('%j asks for %s ms', (headers: Record<string, string>, wait) => {
    expect(askedWait(headers, NOW)).toBe(wait);
  });
});
