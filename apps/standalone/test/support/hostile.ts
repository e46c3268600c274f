/** What the reference page says of a value; a `$ref` and what has no type takes any of an object's. */
export interface Schema {
  type?: string | string[];
}

/** What a value is, other than null; undefined for what may be several things. */
export const findType = ({ type }: Schema): string | undefined => [type].flat().find((one) => one !== 'null');

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

const texts = [
  '',
  'x'.repeat(150_000),
  "'; DROP TABLE ticket; --",
  '%_\\',
  '\u202e\ufffd\uffff\u{10ffff}e\u0301',
  '__proto__',
  '2026-02-30',
  ',a,,',
  'a\r\nX-Injected: 1',
];
const numbers = [0, -1, 2 ** 31 - 1, -(2 ** 31) + 1];
const lists = [[], [null], ['', ''], [[[]]], Array.from({ length: 1_000 }, (_, index) => `x${index}`)];
const objects = [
  {},
  { '': 1 },
  { 'a.b': 1, $gt: 1, constructor: { prototype: 1 } },
  nested(25),
  { type: 'doc', content: [null, { type: 'text' }, { type: 'doc', content: 'x' }] },
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
];

/** Values that a field may be sent and hardly anybody expects. */
export const hostileValues = (schema: Schema): unknown[] => {
  switch (findType(schema)) {
    case 'string':
      return [null, ...texts];
    case 'integer':
    case 'number':
      return [null, ...numbers];
    case 'boolean':
      return [null, true, false];
    case 'array':
      return [null, ...lists];
    case 'object':
      return [null, ...objects];
    default:
      return [null, true, 1e308, ...texts.slice(0, 2), ...lists, ...objects];
  }
};

/** Values of a query parameter. */
export const hostileParameters = texts.map((text) => text.slice(0, 3_000)).concat('2147483647', '0');

/** Queries that name what nobody offers. */
export const hostileQueries = [
  '__proto__=x',
  'constructor.prototype=1',
  'customData.=x',
  "customData.a'b=x",
  'a.b.c.d.e.f.g.h=1',
  'createdAt>=x',
  'createdAt<=99999-01-01',
  'tags!=',
  '=x',
  "'=1",
  'sort=-__proto__,x,',
  'skip=2147483647&limit=2147483647',
  `${'a'.repeat(5_000)}=1`,
  Array.from({ length: 300 }, (_, index) => `f${index}=1`).join('&'),
];
