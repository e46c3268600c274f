import { csvEncoder } from './csv-encoder';

const cell = (value: unknown): string => {
  const encoder = csvEncoder<unknown>([
    { key: 'a', read: (row) => row },
    { key: 'b', read: () => 'x' },
  ]);
  return Buffer.from(encoder.rows([value]))
    .toString('utf8')
    .replace(/,x\r\n$/, '');
};

describe('csvEncoder', () => {
  it('begins with a header row, after a byte order mark when asked for, lines ending in CRLF', () => {
    const encoder = csvEncoder<{ id: number }>([
      { key: 'id', read: ({ id }) => id },
      { key: 'a,b', read: () => 'y' },
    ]);
    expect(encoder.header({}).toString()).toBe('id,"a,b"\r\n');
    expect(encoder.header({ bom: true }).toString('hex')).toBe(
      `efbbbf${encoder.header({ bom: false }).toString('hex')}`,
    );
    expect(Buffer.from(encoder.rows([{ id: 1 }, { id: 2 }])).toString()).toBe('1,y\r\n2,y\r\n');
  });

  it('answers nothing for no rows', () => {
    expect(csvEncoder([{ key: 'a', read: String }]).rows([])).toHaveLength(0);
  });

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'say "hi"', '"say ""hi"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['a CRLF', 'a\r\nb', '"a\r\nb"'],
    ['other scripts', 'Grüße 👋', 'Grüße 👋'],
  ])('quotes %s as RFC 4180 says', (_name, value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  it.each([
    ['=', '=1+1', "'=1+1"],
    ['+', '+49 30 1234', "'+49 30 1234"],
    ['-', '-cmd', "'-cmd"],
    ['@', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', "'\t=1"],
    ['a carriage return', '\r=1', '"\'\r=1"'],
    ['a formula in quotes', '=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ])('disarms a leading %s', (_name, value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  it.each([
    ['-5', '-5'],
    ['-5.25', '-5.25'],
    ['12', '12'],
  ])('leaves the plain number %s alone', (value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  it.each(['-5.', '-.5', '+5', '-1e5', '--1'])('does not take %s for a plain number', (value) => {
    expect(cell(value)).toBe(`'${value}`);
  });

  it.each([
    [undefined, ''],
    [null, ''],
    [true, 'true'],
    [false, 'false'],
    [['a', 'b;c'], 'a;b;c'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ a: 1 }, '"{""a"":1}"'],
  ])('writes %p as %s', (value, expected) => {
    expect(cell(value)).toBe(expected);
  });
});
