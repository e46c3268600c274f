import type { DomainError } from '@parley/errors';
import { readOperatingHours } from './operating-hours';

const findRefusedFields = (sent: Record<string, unknown>): string[] => {
  try {
    readOperatingHours(sent);
    return [];
  } catch (error) {
    return (error as DomainError).fields.map(({ field }) => field.replace('operatingHours.', ''));
  }
};
const opening = { day: 'monday', openingTime: '09:00', closingTime: '17:30' };

describe('readOperatingHours', () => {
  it('takes whole operating hours as they are', () => {
    const hours = {
      enabled: true,
      alwaysOnline: false,
      timezone: 'Europe/Berlin',
      replyTime: 'a few minutes',
      openingTimes: [
        { ...opening, replyTime: 15 },
        { ...opening, day: 0 },
      ],
    };
    expect(readOperatingHours(hours)).toEqual(hours);
  });

  it('leaves out unknown keys and null', () => {
    expect(
      readOperatingHours({
        enabled: null,
        color: 'red',
        openingTimes: [{ ...opening, replyTime: null, x: 1 }],
      }),
    ).toEqual({ openingTimes: [opening] });
    expect(readOperatingHours({})).toEqual({});
    expect(readOperatingHours({ openingTimes: [] })).toEqual({ openingTimes: [] });
  });

  it.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Kolkata'])(
    'takes the time zone %s',
    (timezone) => expect(findRefusedFields({ timezone })).toEqual([]),
  );

  it.each(['Europe/Atlantis', '+01:00', '-0500', '', ' UTC', 'Berlin', 5, true, ['UTC']])(
    'refuses %p as a time zone',
    (timezone) => expect(findRefusedFields({ timezone })).toEqual(['timezone']),
  );

  it.each(['00:00', '09:05', '19:59', '23:59'])('takes the time of day %s', (openingTime) =>
    expect(findRefusedFields({ openingTimes: [{ ...opening, openingTime }] })).toEqual([]),
  );

  it.each(['24:00', '9:00', '09:60', '09:0', '09:00:00', '0900', '', 900])(
    'refuses %p as a time of day',
    (closingTime) =>
      expect(findRefusedFields({ openingTimes: [opening, { ...opening, closingTime }] })).toEqual([
        'openingTimes.1.closingTime',
      ]),
  );

  it.each(['sunday', 'Monday', 'SATURDAY', 0, 6])('takes the day %p', (day) =>
    expect(findRefusedFields({ openingTimes: [{ ...opening, day }] })).toEqual([]),
  );

  it.each(['mon', '', '1', 7, -1, 1.5, true])('refuses %p as a day', (day) =>
    expect(findRefusedFields({ openingTimes: [{ ...opening, day }] })).toEqual(['openingTimes.0.day']),
  );

  it('names every value that is wrong, and what is missing of an opening time', () => {
    expect(
      findRefusedFields({
        enabled: 'yes',
        alwaysOnline: 1,
        replyTime: 'x'.repeat(65),
        openingTimes: [{}, 'monday', { ...opening, replyTime: -1 }],
      }),
    ).toEqual([
      'enabled',
      'alwaysOnline',
      'replyTime',
      'openingTimes.0.day',
      'openingTimes.0.openingTime',
      'openingTimes.0.closingTime',
      'openingTimes.1',
      'openingTimes.2.replyTime',
    ]);
    expect(findRefusedFields({ openingTimes: 'always' })).toEqual(['openingTimes']);
  });

  it('takes at most 100 opening times', () => {
    const times = (count: number) => Array.from({ length: count }, () => opening);
    expect(findRefusedFields({ openingTimes: times(100) })).toEqual([]);
    expect(findRefusedFields({ openingTimes: times(101) })).toEqual(['openingTimes']);
  });

  it('takes holidays with and without a name', () => {
    const holidays = [{ date: '2026-12-25', name: 'Christmas' }, { date: '2028-02-29' }];
    expect(readOperatingHours({ holidays: [{ ...holidays[0], x: 1 }, holidays[1]] })).toEqual({ holidays });
    expect(readOperatingHours({ holidays: null })).toEqual({});
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '26-01-01', '2026-01-01T00:00:00Z', '', 20260101])(
    'refuses %p as the date of a holiday',
    (date) => expect(findRefusedFields({ holidays: [{ date }] })).toEqual(['holidays.0.date']),
  );

  it('names what is wrong or missing of a holiday', () => {
    expect(
      findRefusedFields({ holidays: [{}, 'Easter', { date: '2026-04-06', name: 'x'.repeat(121) }] }),
    ).toEqual(['holidays.0.date', 'holidays.1', 'holidays.2.name']);
    expect(findRefusedFields({ holidays: 'all' })).toEqual(['holidays']);
  });

  it('takes at most 366 holidays', () => {
    const dates = (count: number) => Array.from({ length: count }, () => ({ date: '2026-01-01' }));
    expect(findRefusedFields({ holidays: dates(366) })).toEqual([]);
    expect(findRefusedFields({ holidays: dates(367) })).toEqual(['holidays']);
  });
});
