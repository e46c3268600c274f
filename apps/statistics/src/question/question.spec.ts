import { DomainError } from '@parley/errors';
import { assert, constantFrom, date, integer, property } from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { type Interval, MAX_POINTS, listPoints } from './points';
import { readQuestion, type Sent } from './read-question';
import { listStretches } from './zone';

const NOW = new Date('2026-03-30T10:15:20.123Z');
const ask = (sent: Sent) => readQuestion(sent, NOW);
const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];

const refused = (sent: Sent): string => {
  try {
    ask(sent);
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'INVALID_QUERY') return error.fields[0]?.field ?? '';
    throw error;
  }
  return 'not refused';
};

describe('the period', () => {
  it('is the 30 local days that end now when no bound is given', () => {
    expect(iso(ask({}))).toEqual(['2026-03-01T00:00:00.000Z', NOW.toISOString()]);
  });

  it('is the 30 local days that end with the local day of endDate when startDate is left out', () => {
    expect(iso(ask({ endDate: '2026-01-30' }))).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-30T23:59:59.999Z',
    ]);
    const sent = { endDate: '2026-01-30T23:30:00Z', timezone: 'Europe/Berlin' };
    expect(iso(ask(sent))).toEqual(['2026-01-01T23:00:00.000Z', '2026-01-30T23:30:00.000Z']);
  });

  it('takes a bare date for the whole local day, both bounds inclusive to the millisecond', () => {
    const sent = { startDate: '2026-02-01', endDate: '2026-02-01', timezone: 'Asia/Kathmandu' };
    expect(iso(ask(sent))).toEqual(['2026-01-31T18:15:00.000Z', '2026-02-01T18:14:59.999Z']);
  });

  it('takes instants with Z or an offset, and no fraction for .000', () => {
    const sent = { startDate: '2026-02-01T10:00:00+01:00', endDate: '2026-02-01T10:00:00Z' };
    expect(iso(ask(sent))).toEqual(['2026-02-01T09:00:00.000Z', '2026-02-01T10:00:00.000Z']);
  });

  it('takes a plus sign that was not percent-encoded', () => {
    const sent = { startDate: '2026-02-01T10:00:00 01:00', endDate: '2026-02-01T10:00:00.5Z' };
    expect(iso(ask(sent))).toEqual(['2026-02-01T09:00:00.000Z', '2026-02-01T10:00:00.500Z']);
  });

  it.each([
    [23, '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    [25, '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ])('knows a day of %d hours', (_hours, day, from, to) => {
    expect(iso(ask({ startDate: day, endDate: day, timezone: 'Europe/Berlin' }))).toEqual([from, to]);
  });

  it('begins a day with its first instant where clocks skip midnight', () => {
    const sent = { startDate: '2018-11-04', endDate: '2018-11-04', timezone: 'America/Sao_Paulo' };
    expect(iso(ask(sent))).toEqual(['2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z']);
  });

  it('begins a day with its first instant where clocks show midnight twice', () => {
    const sent = { startDate: '2026-11-01', endDate: '2026-11-01', timezone: 'America/Havana' };
    expect(iso(ask(sent))).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z']);
  });
});

describe('the previous period', () => {
  it('is as many local days earlier when both bounds are bare, across a change of clocks', () => {
    const { previous } = ask({ startDate: '2026-03-28', endDate: '2026-03-30', timezone: 'Europe/Berlin' });
    expect(iso(previous)).toEqual(['2026-03-24T23:00:00.000Z', '2026-03-27T22:59:59.999Z']);
  });

  it('is 30 local days earlier, to the clock time of now, when both are left out', () => {
    const { previous } = ask({ timezone: 'Europe/Berlin' });
    // 12:15 in summer time; 30 days before, 12:15 in winter time.
    expect(iso(previous)).toEqual(['2026-01-29T23:00:00.000Z', '2026-02-28T11:15:20.123Z']);
  });

  it('is exactly as long and ends one millisecond before when a bound is an instant', () => {
    const { previous } = ask({ startDate: '2026-02-01', endDate: '2026-02-01T11:59:59.999Z' });
    expect(iso(previous)).toEqual(['2026-01-31T12:00:00.000Z', '2026-01-31T23:59:59.999Z']);
  });
});

describe('what is refused with the name of its field', () => {
  it.each<[string, Sent]>([
    ['startDate', { startDate: '2026-02-30' }],
    ['startDate', { startDate: '2026-2-3' }],
    ['startDate', { startDate: 'yesterday' }],
    ['startDate', { startDate: '' }],
    ['startDate', { startDate: '2026-02-01T10:00:00' }],
    ['startDate', { startDate: '2026-03-02', endDate: '2026-03-01' }],
    ['startDate', { startDate: '2026-04-02' }],
    ['endDate', { endDate: '2025-02-29' }],
    ['timezone', { timezone: '+01:00' }],
    ['timezone', { timezone: 'Europe/Atlantis' }],
    ['timezone', { timezone: '' }],
    ['groupInterval', { groupInterval: 'week' }],
    ['groupedBy', { groupedBy: 'status' }],
    ['aggsType', { aggsType: 'median' }],
    ['type', { type: '' }],
    ['tag', { tag: 'a,,b' }],
    ['team', { team: 'sales' }],
    ['user', { user: '0123456789ABCDEF01234567' }],
    ['outbound', { outbound: '1' }],
    ['createdAt', { filter: [{ field: 'createdAt', operator: 'gte', values: ['soon'] }] }],
    ['updatedAt', { filter: [{ field: 'updatedAt', operator: 'eq', values: ['%'] }] }],
  ])('%s of %j', (field, sent) => {
    expect(refused(sent)).toBe(field);
  });
});

it('takes several values by comma, each once', () => {
  expect(ask({ type: 'BUG,INQUIRY,BUG', priority: 'LOW,HIGH' }).filters).toEqual({
    types: ['BUG', 'INQUIRY'],
    priorities: ['LOW', 'HIGH'],
    conditions: [],
  });
});

it('asks for medians by the day, of all hours, in UTC, unless told otherwise', () => {
  expect(ask({})).toMatchObject({ zone: 'UTC', interval: 'day', isAverage: false, usesWorkingHours: false });
});

const labels = (from: string, to: string, interval: Interval, zone: string): string[] =>
  listPoints({ from: new Date(from), to: new Date(to) }, interval, zone)?.points.map(({ label }) => label) ??
  [];

describe('the points of a chart', () => {
  it.each<[Interval, string[]]>([
    ['year', ['2025', '2026']],
    ['month', ['2025-12', '2026-01']],
    ['day', ['2025-12-31', '2026-01-01']],
    ['hour', ['2025-12-31 23:00', '2026-01-01 00:00', '2026-01-01 01:00']],
  ])(
    'are labelled by the %s, from the one that holds the start to the one that holds the end',
    (by, expected) => {
      expect(labels('2025-12-31T22:30:00Z', '2026-01-01T00:30:00Z', by, 'Europe/Berlin')).toEqual(expected);
    },
  );

  it('are those of the calendar, in any zone, whatever its clocks do', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Asia/Kathmandu',
    ];
    const time = date({
      min: new Date('1995-01-01T00:00:00Z'),
      max: new Date('2030-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const steps = { hour: { hours: 1 }, day: { days: 1 }, month: { months: 1 }, year: { years: 1 } } as const;
    assert(
      property(
        time,
        constantFrom<Interval[]>('hour', 'day', 'month', 'year'),
        constantFrom(...zones),
        integer({ min: 0, max: 400 }),
        (from, interval, zone, length) => {
          const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
          const to = new Date(start.add({ [`${interval}s`]: length }).epochMilliseconds);
          const found = listPoints({ from, to }, interval, zone);
          const cut = { year: 4, month: 7, day: 10, hour: 13 }[interval];
          // What clocks show at each of them, and that nothing lies between two.
          for (const [index, { at, label }] of (found?.points ?? []).entries()) {
            const shown = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
            const text = shown.toPlainDateTime().toString().slice(0, cut).replace('T', ' ');
            expect([zone, label]).toEqual([zone, interval === 'hour' ? `${text}:00` : text]);
            const next = found?.points[index + 1]?.at ?? (found?.end as Date);
            const last = Temporal.Instant.fromEpochMilliseconds(next.getTime() - 1).toZonedDateTimeISO(zone);
            expect(last.toPlainDateTime().toString().slice(0, cut)).toBe(
              shown.toPlainDateTime().toString().slice(0, cut),
            );
            expect(next.getTime()).toBeGreaterThan(at.getTime());
            const later = shown.add(steps[interval]);
            expect(next.getTime()).toBeLessThanOrEqual(later.epochMilliseconds + 26 * 3_600_000);
          }
          expect(found?.points[0]?.at.getTime()).toBeLessThanOrEqual(from.getTime());
          expect(found?.points.at(-1)?.at.getTime()).toBeLessThanOrEqual(to.getTime());
          expect(found?.end.getTime()).toBeGreaterThan(to.getTime());
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each<Interval>(['hour', 'day', 'month', 'year'])(
    'are refused without being counted where the length of the period says enough: by %s',
    (by) => {
      const calendar = jest.spyOn(Temporal.Instant, 'fromEpochMilliseconds');
      const far = { from: new Date('0001-01-01T00:00:00Z'), to: new Date('9999-12-31T00:00:00Z') };
      expect(listPoints(far, by, 'Europe/Berlin')).toBeUndefined();
      expect(calendar).not.toHaveBeenCalled();
      calendar.mockRestore();
    },
  );

  it('begin with the first instant of the interval', () => {
    const period = { from: new Date('2026-03-29T09:00:00Z'), to: new Date('2026-03-29T09:00:00Z') };
    const found = listPoints(period, 'day', 'Europe/Berlin');
    expect(found?.points[0]?.at.toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(found?.end.toISOString()).toBe('2026-03-29T22:00:00.000Z');
  });

  it('show an hour twice that clocks show twice', () => {
    expect(labels('2026-10-25T00:00:00Z', '2026-10-25T02:59:59Z', 'hour', 'Europe/Berlin')).toEqual([
      '2026-10-25 02:00',
      '2026-10-25 02:00',
      '2026-10-25 03:00',
    ]);
  });

  it('leave out an hour that clocks skip', () => {
    expect(labels('2026-03-29T00:00:00Z', '2026-03-29T01:59:59Z', 'hour', 'Europe/Berlin')).toEqual([
      '2026-03-29 01:00',
      '2026-03-29 03:00',
    ]);
  });

  it('begin on the hour of zones with half hours, and where clocks move by half an hour', () => {
    const half = listPoints(
      { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-01-01T00:00:00Z') },
      'hour',
      'Asia/Kolkata',
    );
    expect(half?.points).toEqual([{ at: new Date('2025-12-31T23:30:00.000Z'), label: '2026-01-01 05:00' }]);
    // Clocks go from 02:00 back to 01:30: the hour from 01:00 has 60 minutes, then another 30.
    const moved = listPoints(
      { from: new Date('2026-04-04T15:10:00Z'), to: new Date('2026-04-04T15:40:00Z') },
      'hour',
      'Australia/Lord_Howe',
    );
    expect(moved?.points.map(({ at }) => at.toISOString())).toEqual([
      '2026-04-04T15:00:00.000Z',
      '2026-04-04T15:30:00.000Z',
    ]);
  });

  it(`are at most ${MAX_POINTS}`, () => {
    const days = (count: number) => ({
      from: new Date('2020-01-01T00:00:00Z'),
      to: new Date(Date.UTC(2020, 0, count)),
    });
    expect(listPoints(days(1_500), 'day', 'UTC')?.points).toHaveLength(1_500);
    expect(listPoints(days(1_501), 'day', 'UTC')).toBeUndefined();
  });
});

it('cuts a century where clocks are moved', () => {
  const stretches = listStretches('Europe/Berlin');
  expect(stretches).toEqual(
    expect.arrayContaining([
      { from: new Date('2026-03-29T01:00:00.000Z'), to: new Date('2026-10-25T00:59:59.999Z'), offset: 7_200 },
      { from: new Date('2026-10-25T01:00:00.000Z'), to: new Date('2027-03-28T00:59:59.999Z'), offset: 3_600 },
    ]),
  );
  expect([stretches[0]?.from, stretches.at(-1)?.to].map((at) => at?.toISOString())).toEqual([
    '2000-01-01T00:00:00.000Z',
    '2100-01-01T00:00:00.000Z',
  ]);
  expect(listStretches('europe/BERLIN')).toBe(stretches);
});
