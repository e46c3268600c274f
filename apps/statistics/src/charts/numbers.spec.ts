import { inUnit, toPercent, computeProgress, round2, toSeconds, chooseUnit } from './numbers';

it.each([
  [0, 's', 0],
  [59.999, 's', 60],
  [60, 'min', 1],
  [90.25, 'min', 1.5],
  [3_599.9, 'min', 60],
  [3_600, 'h', 1],
  [93_780, 'h', 26.05],
] as const)('shows %d seconds in %s', (seconds, unit, value) => {
  expect([chooseUnit(seconds), inUnit(seconds, unit)]).toEqual([unit, value]);
});

it('keeps milliseconds of times, and rounds the rest to 2 decimals', () => {
  expect(toSeconds(90_250.5)).toBe(90.251);
  expect(round2(7.456)).toBe(7.46);
});

it('compares with the period before in percent, with null where there is nothing to compare with', () => {
  expect(computeProgress(90.25, 120)).toBe(-24.79);
  expect([computeProgress(1, 0), computeProgress(1, null), computeProgress(null, 1)]).toEqual([
    null,
    null,
    null,
  ]);
});

it('has no share of nothing', () => {
  expect([toPercent(0, 0), toPercent(1, 4)]).toEqual([null, 25]);
});
