import { afterOpenTime } from './after-open-time';
import type { OperatingHours } from './operating-hours';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK: [string, string, string][] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(
  (day) => [day, '09:00', '17:00'],
);
const makeHours = (
  timezone: string,
  times: [string, string, string][],
  rest: object = {},
): OperatingHours => ({
  enabled: true,
  timezone,
  openingTimes: times.map(([day, openingTime, closingTime]) => ({ day, openingTime, closingTime })),
  ...rest,
});
const office = (rest: object = {}): OperatingHours => makeHours('UTC', WEEK, rest);
/** When so much open time has passed since a time in UTC. */
const after = (hours: OperatingHours | undefined, from: string, milliseconds: number): string =>
  afterOpenTime(hours, new Date(from), milliseconds).toISOString().replace(':00.000Z', 'Z');

describe('Open time', () => {
  it.each([
    ['without operating hours', undefined],
    ['with hours that are switched off', office({ enabled: false })],
    ['that is always online', office({ alwaysOnline: true })],
    ['that never opens', makeHours('UTC', [])],
  ])('of a team %s passes with the clock', (_name, hours) => {
    // 7 March 2026 is a Saturday.
    expect(after(hours, '2026-03-07T03:00Z', 2 * HOUR)).toBe('2026-03-07T05:00Z');
  });

  it('does not pass at night', () => {
    expect(after(office(), '2026-03-02T10:00Z', 2 * HOUR)).toBe('2026-03-02T12:00Z');
    expect(after(office(), '2026-03-02T16:30Z', HOUR)).toBe('2026-03-03T09:30Z');
    expect(after(office(), '2026-03-02T20:00Z', HOUR)).toBe('2026-03-03T10:00Z');
  });

  it('that ends as the team closes ends then, not when it opens again', () => {
    expect(after(office(), '2026-03-02T16:00Z', HOUR)).toBe('2026-03-02T17:00Z');
  });

  it('counts milliseconds', () => {
    expect(after(office(), '2026-03-02T16:59:59.750Z', 1_000)).toBe('2026-03-03T09:00:00.750Z');
  });

  it('does not pass at a weekend', () => {
    expect(after(office(), '2026-03-06T16:00Z', 2 * HOUR)).toBe('2026-03-09T10:00Z');
    expect(after(office(), '2026-03-06T16:00Z', 41 * HOUR)).toBe('2026-03-13T17:00Z');
  });

  it('does not pass on a holiday of the zone of the team', () => {
    const berlin = makeHours('Europe/Berlin', WEEK, { holidays: [{ date: '2026-03-03' }] });
    expect(after(berlin, '2026-03-02T15:30Z', HOUR)).toBe('2026-03-04T08:30Z');
    expect(after(berlin, '2026-03-03T10:00Z', HOUR)).toBe('2026-03-04T09:00Z');
  });

  it('passes twice in an hour that clocks show twice, and not in one that they pass over', () => {
    // New York: 1 November 2026 shows 01:00 to 02:00 twice; 8 March 2026 passes over 02:00 to 03:00.
    const night = makeHours('America/New_York', [
      ['sunday', '01:00', '02:00'],
      ['sunday', '04:00', '05:00'],
    ]);
    expect(after(night, '2026-11-01T00:00Z', 2 * HOUR)).toBe('2026-11-01T07:00Z');
    const skipped = makeHours('America/New_York', [
      ['sunday', '02:00', '03:00'],
      ['sunday', '04:00', '05:00'],
    ]);
    expect(after(skipped, '2026-03-08T00:00Z', 30 * MINUTE)).toBe('2026-03-08T08:30Z');
  });

  it('goes on after a year of holidays', () => {
    const first = Date.UTC(2026, 2, 2);
    const holidays = Array.from({ length: 366 }, (_, index) => ({
      date: new Date(first + index * 24 * HOUR).toISOString().slice(0, 10),
    }));
    // 2 March 2027, a Tuesday, is the last one.
    expect(after(office({ holidays }), '2026-03-02T10:00Z', HOUR)).toBe('2027-03-03T10:00Z');
  });

  it('is looked for over 200 openings and closings; from then on every hour counts', () => {
    // From an opening on, 200 changes are 100 days of 8 hours and the nights after them: 20 weeks.
    const days = 100 * 8 * HOUR;
    expect(after(office(), '2026-03-02T09:00Z', days)).toBe('2026-07-17T17:00Z');
    expect(after(office(), '2026-03-02T09:00Z', days + 12 * HOUR)).toBe('2026-07-20T21:00Z');
  });
});
