import type { OperatingHours } from '@parley/opening-hours';
import { openMs, measureOpenMs } from './open-time';

const makeHours = (
  timezone: string,
  times: [string | number, string, string][],
  holidays: string[] = [],
): OperatingHours => ({
  enabled: true,
  timezone,
  openingTimes: times.map(([day, openingTime, closingTime]) => ({ day, openingTime, closingTime })),
  holidays: holidays.map((date) => ({ date })),
});

const at = (time: string): number => Date.parse(time);
/** Minutes of a span that are open. */
const minutes = (hours: OperatingHours, from: string, to: string): number =>
  openMs(hours, at(from), at(to)) / 60_000;

const office = makeHours(
  'Europe/Berlin',
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, '09:00', '17:00']),
);

describe('the open time of a span', () => {
  it('is all of it without hours that are switched on, and when the team is always online', () => {
    expect(minutes({ ...office, enabled: false }, '2026-03-01T00:00Z', '2026-03-01T01:00Z')).toBe(60);
    expect(minutes({ ...office, alwaysOnline: true }, '2026-03-01T00:00Z', '2026-03-01T01:00Z')).toBe(60);
  });

  it('is nothing with hours but no opening times', () => {
    expect(minutes(makeHours('UTC', []), '2026-03-01T00:00Z', '2026-03-08T00:00Z')).toBe(0);
  });

  it('counts to the millisecond at both ends', () => {
    // 2 March 2026 is a Monday; Berlin is an hour ahead.
    expect(openMs(office, at('2026-03-02T07:59:59.999Z'), at('2026-03-02T08:00:00.001Z'))).toBe(1);
    expect(openMs(office, at('2026-03-02T15:59:59.999Z'), at('2026-03-02T16:00:00.001Z'))).toBe(1);
  });

  it('leaves out nights and week-ends', () => {
    // Friday 16:00 to Monday 10:00, local.
    expect(minutes(office, '2026-03-06T15:00Z', '2026-03-09T09:00Z')).toBe(120);
  });

  it('follows the clocks of the zone: a week with summer time has as many office hours', () => {
    expect(minutes(office, '2026-03-27T00:00Z', '2026-04-01T00:00Z')).toBe(3 * 480);
  });

  it('has an hour twice that clocks show twice', () => {
    const night = makeHours('Europe/Berlin', [['sunday', '02:00', '03:00']]);
    expect(minutes(night, '2026-10-24T00:00Z', '2026-10-26T00:00Z')).toBe(120);
  });

  it('has no hour that clocks skip', () => {
    const night = makeHours('Europe/Berlin', [['sunday', '02:00', '04:00']]);
    expect(minutes(night, '2026-03-28T00:00Z', '2026-03-30T00:00Z')).toBe(60);
  });

  it('goes on over midnight when a stretch closes before it opens, or as it opens', () => {
    const night = makeHours('UTC', [[6, '22:00', '06:00']]);
    expect(minutes(night, '2026-03-07T00:00Z', '2026-03-09T00:00Z')).toBe(480);
    expect(minutes(makeHours('UTC', [[0, '00:00', '00:00']]), '2026-03-07T00:00Z', '2026-03-10T00:00Z')).toBe(
      1_440,
    );
  });

  it('counts stretches that overlap once', () => {
    const twice = makeHours('UTC', [
      ['monday', '09:00', '13:00'],
      ['monday', '08:00', '10:00'],
      ['sunday', '20:00', '08:30'],
    ]);
    expect(minutes(twice, '2026-03-02T00:00Z', '2026-03-03T00:00Z')).toBe(13 * 60);
  });

  it('is nothing on a holiday: a stretch from the day before ends at midnight, one from the holiday begins there', () => {
    const nights = makeHours(
      'UTC',
      [0, 1, 2, 3, 4, 5, 6].map((day) => [day, '20:00', '04:00']),
      ['2026-03-03'],
    );
    expect(minutes(nights, '2026-03-02T12:00Z', '2026-03-03T12:00Z')).toBe(240);
    expect(minutes(nights, '2026-03-03T00:00Z', '2026-03-04T00:00Z')).toBe(0);
    expect(minutes(nights, '2026-03-03T12:00Z', '2026-03-04T12:00Z')).toBe(240);
    expect(minutes(nights, '2026-03-04T12:00Z', '2026-03-05T12:00Z')).toBe(480);
  });
});

describe('versions of hours', () => {
  const early = { from: at('2026-03-02T12:00Z'), hours: makeHours('UTC', [['monday', '00:00', '00:00']]) };
  const late = { from: at('2026-03-02T18:00Z'), hours: makeHours('UTC', []) };
  const open = (from: string, to: string) => measureOpenMs([early, late], at(from), at(to)) / 60_000;

  it('count each from its time on', () => {
    expect(open('2026-03-02T17:00Z', '2026-03-02T19:00Z')).toBe(60);
  });

  it('count by the first one known before it', () => {
    expect(open('2026-03-02T06:00Z', '2026-03-02T13:00Z')).toBe(7 * 60);
  });

  it('count all hours when none is known', () => {
    expect(measureOpenMs([], 0, 3_600_000)).toBe(3_600_000);
  });
});
