import { types } from 'pg';
import { readTime } from './read-time';

const readAny = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

it.each([
  ['2026-11-22 16:20:37+00', '2026-11-22T16:20:37.000Z'],
  ['2026-11-22 16:20:37.1+00', '2026-11-22T16:20:37.100Z'],
  ['2026-11-22 16:20:37.07+00', '2026-11-22T16:20:37.070Z'],
  ['2026-11-22 16:20:37.123+00', '2026-11-22T16:20:37.123Z'],
  ['2026-11-22 16:20:37.999999+00', '2026-11-22T16:20:37.999Z'],
  ['2026-11-22 16:20:37.123+02', '2026-11-22T14:20:37.123Z'],
  ['2026-11-22 16:20:37-03:30', '2026-11-22T19:50:37.000Z'],
  ['2024-02-29 23:59:59+00', '2024-02-29T23:59:59.000Z'],
  ['0050-01-01 00:00:00+00', '0050-01-01T00:00:00.000Z'],
  ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
  ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
  ['0044-03-15 00:00:00+00 BC', '-000043-03-15T00:00:00.000Z'],
])('reads %s as the driver does', (text, expected) => {
  expect(readTime(text)).toEqual(new Date(expected));
  expect(readTime(text)).toEqual(readAny(text));
});

it('reads what is no day as the driver does', () => {
  expect(readTime('infinity')).toBe(Infinity);
  expect(readTime('-infinity')).toBe(-Infinity);
});
