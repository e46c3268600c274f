import { decodePage, readContentType } from './decode-page';

const html = (bytes: Buffer, charset = ''): string => decodePage(bytes, { charset, isHtml: true });

describe('the charset of a page', () => {
  test('a byte order mark wins over the header', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')]);
    expect(html(bytes, 'iso-8859-1')).toBe('Grüße');
  });

  test('the header wins over the meta element', () => {
    expect(html(Buffer.from('<meta charset="utf-8">caf\xe9', 'latin1'), 'iso-8859-1')).toContain('café');
  });

  test('the meta element is believed without a header', () => {
    const bytes = Buffer.concat([
      Buffer.from('<meta charset="shift_jis">'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
    ]);
    expect(html(bytes)).toContain('日本');
  });

  test('nothing said: UTF-8, or Windows-1252 when it is none', () => {
    expect(html(Buffer.from('Grüße'))).toBe('Grüße');
    expect(html(Buffer.from('Gr\xfc\xdfe \x80', 'latin1'))).toBe('Grüße €');
  });

  test('an unknown charset is as none, and a broken byte spoils no page', () => {
    expect(html(Buffer.from('Grüße'), 'klingon')).toBe('Grüße');
    expect(html(Buffer.from([0x61, 0xff, 0x62]), 'utf-8')).toBe('a\uFFFDb');
  });

  test('a meta element in plain text means nothing', () => {
    const bytes = Buffer.from('<meta charset="shift_jis"> Grüße');
    expect(decodePage(bytes, { charset: '', isHtml: false })).toContain('Grüße');
  });
});

test.each([
  ['text/html; charset=UTF-8', { type: 'text/html', charset: 'utf-8' }],
  ['Text/HTML;foo=bar; Charset="ISO-8859-1"', { type: 'text/html', charset: 'iso-8859-1' }],
  ['text/plain', { type: 'text/plain', charset: '' }],
  [undefined, { type: '', charset: '' }],
])('the header %s', (header, expected) => {
  expect(readContentType(header)).toEqual(expected);
});
