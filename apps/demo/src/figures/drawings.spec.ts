import { chooseStep } from './choose-step';
import { formatFact } from './draw-fact';
import { formatCell } from './draw-tables';
import { createFormats, formatDuration } from './format';

const formats = createFormats('en-GB', 'UTC', new Date('2026-11-27T12:00:00Z'));
const fact = { title: '', unit: '', previousValue: null };

describe('a figure', () => {
  it('of nothing says so', () => {
    expect(formatFact(formats, 'SLA_COMPLIANCE', { ...fact, value: null, unit: '%', count: 0 })).toEqual([
      'No data',
      '',
    ]);
  });

  it('that is a time is read in its units, with how often it was measured', () => {
    const time = { ...fact, value: 2.08, unit: 'h', rawValue: 7_500 };
    expect(formatFact(formats, 'MEDIAN_TIME_TO_CLOSE', { ...time, count: 1 })).toEqual([
      '2 h 05 min',
      'measured once',
    ]);
  });

  it('that is a time is compared with the period before from 20 measurements on', () => {
    const time = { ...fact, value: 2.08, unit: 'h', rawValue: 7_500, previousRawValue: 1_719, count: 20 };
    const below = (more: object): string =>
      formatFact(formats, 'MEDIAN_TIME_TO_CLOSE', { ...time, ...more })[1];
    expect(below({ previousCount: 20 })).toBe('measured 20 times, 29 min in the period before');
    expect(below({ previousCount: 19 })).toBe('measured 20 times');
    expect(below({ previousCount: 20, count: 19 })).toBe('measured 19 times');
  });

  it('that is a share says of how many', () => {
    const share = { ...fact, unit: '%', value: 75, rawValue: 75 };
    expect(formatFact(formats, 'SLA_COMPLIANCE', { ...share, count: 4 })).toEqual(['3 of 4', '']);
    expect(formatFact(formats, 'SLA_COMPLIANCE', { ...share, count: 400 })).toEqual(['75%', 'of 400']);
  });

  it('that is a rating says of which scale, and one of this moment that it is', () => {
    const rating = { ...fact, value: 8.25, count: 47 };
    expect(formatFact(formats, 'MEDIAN_CONVERSATION_RATING', rating)[0]).toBe('8.3 of 10');
    expect(formatFact(formats, 'SNAPSHOT_OPEN_TICKETS', { ...fact, value: 1_234 })).toEqual(['1,234', 'now']);
  });
});

describe('a cell', () => {
  it('shows times in units, dates short, numbers grouped, and says what is missing', () => {
    expect(formatCell(formats, 'hoursActive', { value: 20.33, rawValue: 73_200, unit: 'h' })).toBe(
      '20 h 20 min',
    );
    expect(formatCell(formats, 'hoursActive', { value: null, rawValue: null, unit: 's' })).toBe('None');
    expect(formatCell(formats, 'ratedAt', { value: '2026-11-26T11:07:55.289Z' })).toBe('26 Nov, 11:07');
    expect(formatCell(formats, 'answeredAt', { value: null })).toBe('Not yet');
    expect(formatCell(formats, 'commentCount', { value: 1_234 })).toBe('1,234');
    expect(formatCell(formats, 'bugId', { value: 1_234 })).toBe('#1234');
    expect(formatCell(formats, 'session', { value: null })).toBe('No contact');
  });
});

describe('an axis of times', () => {
  it('has at most 5 steps, each a time that people read', () => {
    for (const most of [0, 3, 59, 3_300, 14_500, 86_000, 5_000_000]) {
      const step = chooseStep(most);
      expect(Math.ceil(most / step)).toBeLessThanOrEqual(5);
      expect(formatDuration(step)).toMatch(/^\d+ (s|min|h|d)$/);
    }
    expect(formatDuration(chooseStep(3_300))).toBe('15 min');
  });
});
