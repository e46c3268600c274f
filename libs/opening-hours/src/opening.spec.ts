import { openingAt } from './opening';
import type { OperatingHours } from './operating-hours';

const makeHours = (
  timezone: string | undefined,
  ...times: [string | number, string, string][]
): OperatingHours => ({
  enabled: true,
  ...(timezone !== undefined && { timezone }),
  openingTimes: times.map(([day, openingTime, closingTime]) => ({ day, openingTime, closingTime })),
});
/** Whether the team is open at a time in UTC, and when that changes. */
const at = (hours: OperatingHours | undefined, time: string): [boolean, string | undefined] => {
  const { isOpen, changesAt } = openingAt(hours, new Date(time));
  return [isOpen, changesAt?.toISOString().replace(':00.000Z', 'Z')];
};

describe('a team', () => {
  it.each([
    ['without operating hours', undefined],
    [
      'with hours that are switched off',
      { ...makeHours('UTC', ['monday', '09:00', '17:00']), enabled: false },
    ],
    ['that is always online', { ...makeHours('UTC'), alwaysOnline: true }],
  ])('%s is always open', (_, hours) => {
    expect(at(hours, '2026-03-01T03:00Z')).toEqual([true, undefined]);
  });

  it('with hours but without opening times is never open', () => {
    expect(at(makeHours('UTC'), '2026-03-01T03:00Z')).toEqual([false, undefined]);
  });

  it('opens to the minute and closes to the minute, in UTC without a time zone', () => {
    // 2 March 2026 is a Monday.
    const hours = makeHours(undefined, ['Monday', '09:00', '17:30'], [2, '08:00', '12:00']);
    expect(at(hours, '2026-03-02T08:59:59.999Z')).toEqual([false, '2026-03-02T09:00Z']);
    expect(at(hours, '2026-03-02T09:00Z')).toEqual([true, '2026-03-02T17:30Z']);
    expect(at(hours, '2026-03-02T17:29:59.999Z')).toEqual([true, '2026-03-02T17:30Z']);
    expect(at(hours, '2026-03-02T17:30Z')).toEqual([false, '2026-03-03T08:00Z']);
    expect(at(hours, '2026-03-03T12:00Z')).toEqual([false, '2026-03-09T09:00Z']);
  });

  it('is open over midnight, over the end of the week, and all day', () => {
    const night = makeHours('UTC', ['saturday', '22:00', '06:00']);
    expect(at(night, '2026-03-07T23:00Z')).toEqual([true, '2026-03-08T06:00Z']);
    expect(at(night, '2026-03-08T05:59Z')).toEqual([true, '2026-03-08T06:00Z']);
    expect(at(night, '2026-03-08T06:00Z')).toEqual([false, '2026-03-14T22:00Z']);
    const day = makeHours('UTC', ['sunday', '00:00', '00:00']);
    expect(at(day, '2026-03-08T00:00Z')).toEqual([true, '2026-03-09T00:00Z']);
    const always = makeHours(
      'UTC',
      ...[0, 1, 2, 3, 4, 5, 6].map((d): [number, string, string] => [d, '00:00', '00:00']),
    );
    expect(at(always, '2026-03-08T12:00Z')).toEqual([true, undefined]);
  });

  it('keeps its hours by the clock when clocks are put forward', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
    const office = makeHours('Europe/Berlin', ['friday', '09:00', '17:00'], ['monday', '09:00', '17:00']);
    expect(at(office, '2026-03-27T07:59Z')).toEqual([false, '2026-03-27T08:00Z']);
    expect(at(office, '2026-03-27T16:00Z')).toEqual([false, '2026-03-30T07:00Z']);
    expect(at(office, '2026-03-30T07:00Z')).toEqual([true, '2026-03-30T15:00Z']);
    // A night that is an hour shorter.
    const night = makeHours('Europe/Berlin', ['saturday', '22:00', '06:00']);
    expect(at(night, '2026-03-28T21:00Z')).toEqual([true, '2026-03-29T04:00Z']);
    // What begins in the hour that there is not begins after it; what lies in it does not happen.
    expect(at(makeHours('Europe/Berlin', ['sunday', '02:30', '05:00']), '2026-03-29T00:00Z')).toEqual([
      false,
      '2026-03-29T01:00Z',
    ]);
    expect(at(makeHours('Europe/Berlin', ['sunday', '02:15', '02:45']), '2026-03-29T00:00Z')).toEqual([
      false,
      '2026-04-05T00:15Z',
    ]);
  });

  it('keeps its hours by the clock when clocks are put back', () => {
    // New York, 1 November 2026: 02:00 becomes 01:00 at 06:00 UTC.
    const office = makeHours('America/New_York', ['friday', '09:00', '17:00'], ['monday', '09:00', '17:00']);
    expect(at(office, '2026-10-30T21:00Z')).toEqual([false, '2026-11-02T14:00Z']);
    const night = makeHours('America/New_York', ['saturday', '22:00', '06:00']);
    expect(at(night, '2026-11-01T02:00Z')).toEqual([true, '2026-11-01T11:00Z']);
    // What lies in the hour that is shown twice happens twice.
    const twice = makeHours('America/New_York', ['sunday', '01:15', '01:45']);
    expect(at(twice, '2026-11-01T05:00Z')).toEqual([false, '2026-11-01T05:15Z']);
    expect(at(twice, '2026-11-01T05:15Z')).toEqual([true, '2026-11-01T05:45Z']);
    expect(at(twice, '2026-11-01T05:45Z')).toEqual([false, '2026-11-01T06:15Z']);
    expect(at(twice, '2026-11-01T06:45Z')).toEqual([false, '2026-11-08T06:15Z']);
    expect(at(twice, '2026-11-01T00:00Z')).toEqual([false, '2026-11-01T05:15Z']);
    const first = makeHours('America/New_York', ['sunday', '01:00', '02:00']);
    // From the evening before it is the first of the two that opens.
    expect(at(first, '2026-11-01T00:00Z')).toEqual([false, '2026-11-01T05:00Z']);
    expect(at(first, '2026-11-01T05:00Z')).toEqual([true, '2026-11-01T07:00Z']);
    // Closed at half past, and open again when the clock says one a second time.
    const until = makeHours('America/New_York', ['sunday', '00:00', '01:30']);
    expect(at(until, '2026-11-01T05:30Z')).toEqual([false, '2026-11-01T06:00Z']);
    expect(at(until, '2026-11-01T06:00Z')).toEqual([true, '2026-11-01T06:30Z']);
  });

  it('knows zones without daylight saving, of half hours, and on the other side of the date line', () => {
    const monday: [string, string, string] = ['monday', '09:00', '17:00'];
    // The same in winter and summer.
    expect(at(makeHours('Asia/Kolkata', monday), '2026-01-05T00:00Z')).toEqual([false, '2026-01-05T03:30Z']);
    expect(at(makeHours('Asia/Kolkata', monday), '2026-07-06T00:00Z')).toEqual([false, '2026-07-06T03:30Z']);
    expect(at(makeHours('Asia/Tokyo', monday), '2026-07-06T00:00Z')).toEqual([true, '2026-07-06T08:00Z']);
    // Monday begins there on Sunday, and here on Tuesday.
    expect(at(makeHours('Pacific/Kiritimati', monday), '2026-07-05T19:00Z')).toEqual([
      true,
      '2026-07-06T03:00Z',
    ]);
    expect(at(makeHours('Pacific/Pago_Pago', monday), '2026-07-07T03:00Z')).toEqual([
      true,
      '2026-07-07T04:00Z',
    ]);
    // Half an hour of daylight saving, in the south.
    expect(at(makeHours('Australia/Lord_Howe', monday), '2026-01-04T21:00Z')).toEqual([
      false,
      '2026-01-04T22:00Z',
    ]);
    expect(at(makeHours('Australia/Lord_Howe', monday), '2026-07-05T21:00Z')).toEqual([
      false,
      '2026-07-05T22:30Z',
    ]);
  });

  it('is closed all day on a holiday of its own zone, and opens at its next opening', () => {
    // 2 March 2026 is a Monday.
    const office = {
      ...makeHours('Europe/Berlin', ['monday', '09:00', '17:00'], ['tuesday', '09:00', '17:00']),
      holidays: [{ date: '2026-03-02', name: 'Founders day' }],
    };
    expect(at(office, '2026-03-02T10:00Z')).toEqual([false, '2026-03-03T08:00Z']);
    expect(at(office, '2026-03-03T10:00Z')).toEqual([true, '2026-03-03T16:00Z']);
    expect(at(office, '2026-03-09T10:00Z')).toEqual([true, '2026-03-09T16:00Z']);
  });

  it('ends at midnight when the next day is a holiday, and opens at midnight after one that its opening began on', () => {
    const night = {
      ...makeHours('Europe/Berlin', ['friday', '22:00', '06:00'], ['saturday', '22:00', '06:00']),
      holidays: [{ date: '2026-03-07' }],
    };
    expect(at(night, '2026-03-06T22:00Z')).toEqual([true, '2026-03-06T23:00Z']);
    expect(at(night, '2026-03-06T23:00Z')).toEqual([false, '2026-03-07T23:00Z']);
    expect(at(night, '2026-03-07T22:00Z')).toEqual([false, '2026-03-07T23:00Z']);
    expect(at(night, '2026-03-07T23:00Z')).toEqual([true, '2026-03-08T05:00Z']);
  });

  it('knows holidays of 23 and of 25 hours', () => {
    const always = (date: string) => ({
      ...makeHours(
        'Europe/Berlin',
        ...[0, 1, 2, 3, 4, 5, 6].map((d): [number, string, string] => [d, '00:00', '00:00']),
      ),
      holidays: [{ date }],
    });
    expect(at(always('2026-03-29'), '2026-03-28T23:00Z')).toEqual([false, '2026-03-29T22:00Z']);
    expect(at(always('2026-10-25'), '2026-10-24T22:00Z')).toEqual([false, '2026-10-25T23:00Z']);
  });

  it('says when it opens after 366 holidays in a row', () => {
    const first = Date.UTC(2026, 2, 2);
    const holidays = Array.from({ length: 366 }, (_, index) => ({
      date: new Date(first + index * 86_400_000).toISOString().slice(0, 10),
    }));
    const office = { ...makeHours('UTC', ['monday', '09:00', '17:00']), holidays };
    // 2 March 2027 is the last holiday; the Monday after it is the 8th.
    expect(at(office, '2026-03-02T10:00Z')).toEqual([false, '2027-03-08T09:00Z']);
  });
});
