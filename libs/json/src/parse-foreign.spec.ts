import { expectBoundedWork } from '@parley/testing';
import { parseForeignJson } from './parse-foreign';

const MEGABYTES_8 = 8 * 1024 * 1024;

const attempt = (text: string) => (): unknown => {
  try {
    return parseForeignJson(Buffer.from(text));
  } catch (error) {
    return error;
  }
};

const fill = (start: string, unit: string, end: string): string =>
  start + unit.repeat((MEGABYTES_8 - start.length - end.length) / unit.length) + end;

it('parses what an honest server sends', () => {
  const answer = { results: [{ id: 1, name: 'Ada', tags: ['a', 'b'], more: null }] };
  expect(parseForeignJson(Buffer.from(JSON.stringify(answer)))).toEqual(answer);
});

it.each([
  ['values', fill('[0', ',0', ']')],
  ['objects', fill('[{}', ',{}', ']')],
  ['levels', '['.repeat(MEGABYTES_8)],
  ['names', `{${Array.from({ length: 100_000 }, (_, n) => `"n${n}":0`).join(',')}}`],
])('refuses too many %s in bounded time', async (_what, text) => {
  expect(attempt(text)()).toBeInstanceOf(RangeError);
  await expectBoundedWork(attempt(text));
});

it('reads 8 MB of text in bounded time', async () => {
  const text = fill('{"text":"', 'a b ', '"}');
  expect(attempt(text)()).toHaveProperty('text');
  await expectBoundedWork(attempt(text));
});
