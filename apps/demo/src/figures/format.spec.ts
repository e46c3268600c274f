import { createFormats, formatChange, formatConstant, formatDuration, formatShare } from './format';

const formats = createFormats('en-GB', 'Europe/Berlin', new Date('2026-11-27T12:00:00Z'));

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [0.2, 'under 1 s'],
    [45, '45 s'],
    [59.6, '1 min'],
    [245, '4 min 05 s'],
    [599.7, '10 min'],
    [1719.05, '29 min'],
    [3_599, '1 h'],
    [7_500, '2 h 05 min'],
    [9_009.852, '2 h 30 min'],
    [73_200, '20 h 20 min'],
    [273_600, '3 d 04 h'],
    [172_799, '2 d'],
  ])('of %p s reads %p: at most two units, and no decimals', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('a date', () => {
  it('is short, in the zone of the reader, with the year only where it is another one', () => {
    expect(formats.point('2026-11-26T23:00:00Z', 'day')).toBe('27 Nov');
    expect(formats.point('2025-11-26T23:00:00Z', 'day')).toBe('27 Nov 2025');
    expect(formats.point('2025-12-31T23:00:00Z', 'month')).toBe('Jan');
    expect(formats.point('2025-11-30T23:00:00Z', 'month')).toBe('Dec 2025');
    expect(formats.point('2025-12-31T23:00:00Z', 'year')).toBe('2026');
    expect(formats.point('2026-11-27T10:00:00Z', 'hour')).toBe('27 Nov, 11:00');
    expect(formats.time('2026-11-27T10:07:59.123Z')).toBe('27 Nov, 11:07');
  });

  it('and a number follow the locale of the reader', () => {
    const german = createFormats('de-DE', 'Europe/Berlin', new Date('2026-11-27T12:00:00Z'));
    expect(german.point('2026-11-26T23:00:00Z', 'day')).toBe('27. Nov.');
    expect(german.number(12_345.67)).toBe('12.345,7');
    expect(formats.number(12_345.67)).toBe('12,345.7');
  });
});

describe('a share', () => {
  it('of fewer than 20 is said by its counts', () => {
    expect(formatShare(formats, 75, 4)).toBe('3 of 4');
    expect(formatShare(formats, 100, 19)).toBe('19 of 19');
    expect(formatShare(formats, (100 * 19) / 20, 20)).toBe('95%');
  });
});

describe('a comparison', () => {
  it('with fewer than 20 in the period before is said by their count', () => {
    expect(formatChange(formats, 89, 0)).toBe('none in the period before');
    expect(formatChange(formats, 89, 19)).toBe('19 in the period before');
    expect(formatChange(formats, 30, 20)).toBe('+50% on the period before');
    expect(formatChange(formats, 10, 20)).toBe('-50% on the period before');
  });

  it('of the same figures says so, and never 0%', () => {
    expect(formatChange(formats, 0, 0)).toBe('as in the period before');
    expect(formatChange(formats, 1_001, 1_000)).toBe('almost as in the period before');
  });
});

it('a constant of the API reads as words', () => {
  expect(formatConstant('FEATURE_REQUEST')).toBe('Feature request');
  expect(formatConstant('Spare parts')).toBe('Spare parts');
});
