import { surveyJson } from './json-shape';
import { parseJsonInSteps } from './parse-pieces';

const BOUNDS = { depth: 30, values: 10_000_000, names: 10_000 };

const parse = (text: string): { value: unknown; steps: number } => {
  const bytes = Buffer.from(text);
  const parsing = parseJsonInSteps(bytes, surveyJson(bytes, BOUNDS).lists);
  for (let steps = 0; ; steps += 1) {
    const { done, value } = parsing.next();
    if (done) return { value, steps };
  }
};
const outcome = (work: () => unknown): unknown => {
  try {
    return { value: work() };
  } catch (error) {
    return (error as Error).name;
  }
};

const random = (most: number): number => Math.floor(Math.random() * most);
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

const elements = ['1', 'null', '[]', '{}', '{"a":[1,"]"]}', '"\\"],[{"', '[[1],[2,"}"]]', '{"x":"é \\\\"}'];
const writeElement = (): string =>
  random(20) === 0 ? JSON.stringify('x,"]'.repeat(random(20_000))) : pick(elements);
const writeList = (): string => {
  const blank = pick(['', '', ' \n', '\t']);
  return `[${Array.from({ length: random(60) }, writeElement).join(`,${blank}`)}${blank}]`;
};
const writeDocument = (): string =>
  `{${Array.from({ length: random(6) }, () => `"${pick(['a', 'b', '\\u0061', '__proto__'])}" :${pick([writeList, writeElement])()}`).join(' ,')}}`;

/** Replaces, removes or adds a character, often one that matters. */
const damage = (text: string): string => {
  const from = random(text.length);
  const at = from + Math.max(0, text.slice(from, from + 1_000).search(/[[\]{},:"\\]/));
  return (
    text.slice(0, at) + pick(['', '[', ']', '{', '}', ',', ':', '"', '\\', '\v']) + text.slice(at + random(2))
  );
};

it('of a text in pieces answers what `JSON.parse` answers, for right and wrong ones', () => {
  for (let round = 0; round < 300; round += 1) {
    const whole = writeDocument();
    const text = round % 3 === 0 ? whole : damage(whole);
    const found = outcome(() => parse(text).value);
    const expected = outcome(() => JSON.parse(text));
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`Differs: ${text.slice(0, 2_000)}`);
  }
});

it.each([
  ['of one name', `{"a":[${'1,'.repeat(50_000)}1],"a":[]}`, { a: [] }],
  ['with blanks alone', `{"a":[${' '.repeat(100_000)}]}`, { a: [] }],
  ['with a byte order mark', `\ufeff{"a":["${'x'.repeat(100_000)}"]}`, { a: ['x'.repeat(100_000)] }],
])('reads a long list %s', (_, text, value) => {
  expect(parse(text).value).toEqual(value);
});

it.each([
  ['before the end', `{"a":[${'1,'.repeat(50_000)}]}`],
  ['in the middle', `{"a":[${'1,'.repeat(50_000)},1]}`],
  ['behind blanks', `{"a":[1,${' '.repeat(100_000)},1]}`],
])('refuses a comma too many %s', (_, text) => {
  expect(() => parse(text)).toThrow(SyntaxError);
});

it('takes a long list in pieces of some 64 KB', () => {
  const text = JSON.stringify({ a: Array<string>(1_000).fill('x'.repeat(1_000)) });
  expect(parse(text).steps).toBeGreaterThan(14);
});
