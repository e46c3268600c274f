import { surveyJson } from './json-shape';

const bounds = { depth: 4, values: 1_000, names: 100 };
/** Names are counted from the length on at which there may be too many. */
const survey = (text: string): ReturnType<typeof surveyJson> =>
  surveyJson(Buffer.from(text.padEnd(501)), bounds);

it.each([
  ['{}', 1, 0],
  ['{"a":1}', 1, 1],
  ['{"a":1,"b":2,"c":3}', 3, 3],
  ['{"a":[1,2,3],"a":{"a":4}}', 6, 1],
  ['[[],[],{}]', 6, 0],
  ['{"a,b:[{\\"":"x,y,[:"}', 1, 1],
  ['{"\\\\":1,"b":2}', 2, 2],
  ['"text"', 0, 0],
])('of %s counts %d values and %d names', (text, values, names) => {
  expect(survey(text)).toMatchObject({ values, names, tooDeep: undefined, closed: true });
});

it('names the first value below the deepest level by its path', () => {
  expect(survey('{"a":{"b":{"c":{"d":1}}}}').tooDeep).toBeUndefined();
  expect(survey('{"x":1,"a":[0,{"b":{"c\\n":[]}},[[[]]]]}').tooDeep).toBe('a.1.b.c\n');
  expect(survey('[[[[[[[[').tooDeep).toBe('0.0.0.0');
});

it('knows brackets that were not closed', () => {
  for (const text of ['{', '[[]', '{"a":[1,2}', '[[[[[[[[', '{"a":"]}'])
    expect(survey(text).closed).toBe(false);
});

it('stops at its bounds', () => {
  expect(survey(`[${'0,'.repeat(5_000)}0]`).values).toBe(1_001);
  const names = Array.from({ length: 500 }, (_, index) => `"n${index}":0`);
  expect(survey(`{${names.slice(0, 100).join(',')}}`).names).toBe(100);
  expect(survey(`{${names.join(',')}}`).names).toBe(101);
});

it('takes bytes that are no JSON', () => {
  for (const text of ['', '}', ']]]]', '"', '"\\', '::::', ',,,,', '{"a"', '\\'])
    expect(() => survey(text)).not.toThrow();
});
