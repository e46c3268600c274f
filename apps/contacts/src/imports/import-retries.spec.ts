import { delayAfter, isFinal } from './import-retries';

describe('delayAfter', () => {
  it('grows from 5 s, twice as long each time, up to 10 minutes', () => {
    expect([1, 2, 3, 7, 8, 12].map((attempt) => delayAfter(attempt, undefined) / 1_000)).toEqual([
      5, 10, 20, 320, 600, 600,
    ]);
  });

  it('is what the platform asks for, from 1 s to an hour', () => {
    expect([0, 1_500, 90_000, 86_400_000].map((asked) => delayAfter(3, asked))).toEqual([
      1_000, 1_500, 90_000, 3_600_000,
    ]);
  });
});

describe('isFinal', () => {
  it('gives up after 12 failures in a row, after 100 while the platform asks to slow down', () => {
    expect([isFinal('away', 11), isFinal('away', 12)]).toEqual([false, true]);
    expect([isFinal('limited', 99), isFinal('limited', 100)]).toEqual([false, true]);
  });

  it.each(['refused', 'missing', 'unusable'] as const)('gives up at once when %s', (kind) => {
    expect(isFinal(kind, 1)).toBe(true);
  });
});
