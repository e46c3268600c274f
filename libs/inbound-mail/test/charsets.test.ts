import { readBody } from '../src/email-body';
import { readEmail } from '../src/read-email';
import { single, utf8 } from './support/build-mail';

const readShown = async (mime: Buffer): Promise<string> => readBody(await readEmail(mime)).text.trimEnd();

describe('charsets (31.7)', () => {
  const words = 'Grüße für Zoë, 5 €';

  it.each([
    ['us-ascii', utf8(words)],
    ['utf8mb4', utf8(words)],
    ['"utf-8"', utf8(words)],
    ["'utf-8'", utf8(words)],
    ['default', utf8(words)],
    ['unknown-8bit', utf8(words)],
    ['x-nonsense', utf8(words)],
    ['iso-8859-1', utf8(words)],
    ['windows-1252', utf8(words)],
    ['windows-1252', 'Gr\xfc\xdfe f\xfcr Zo\xeb, 5 \x80'],
    ['us-ascii', 'Gr\xfc\xdfe f\xfcr Zo\xeb, 5 \x80'],
    ['utf-8', 'Gr\xfc\xdfe f\xfcr Zo\xeb, 5 \x80'],
    ['utf-7', 'Gr+APwA3w-e f+APw-r Zo+AOs, 5 +IKw-'],
    ['unicode-1-1-utf-7', 'Gr+APwA3w-e f+APw-r Zo+AOs, 5 +IKw-'],
    ['x-user-defined', 'Gr\xfc\xdfe f\xfcr Zo\xeb, 5 \x80'],
  ])('%s', async (charset, body) => {
    expect(await readShown(single({ 'Content-Type': `text/plain; charset=${charset}` }, body))).toBe(words);
  });

  it.each([
    ['cp850', 'Gr\x81\xe1e', 'Grüße'],
    ['ibm850', 'Gr\x81\xe1e', 'Grüße'],
    ['koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['gb2312', '\xc4\xe3\xba\xc3', '你好'],
    ['shift_jis', '\x82\xb1\x82\xf1', 'こん'],
    ['iso-2022-kr', '\x1b$)C\x0e>H3gGO<<?d\x0f!', '안녕하세요!'],
    ['hz-gb-2312', '~{Dc:C~}!', '你好!'],
    ['utf-16', '\xfe\xff\x00H\x00i', 'Hi'],
    ['iso-2022-jp', '\x1b$B$3$s\x1b(B\x1b$B$K\x1b(B', 'こんに'],
  ])('%s', async (charset, body, expected) => {
    expect(await readShown(single({ 'Content-Type': `text/plain; charset=${charset}` }, body))).toBe(
      expected,
    );
  });

  it('ISO-2022-JP without a label, and under the one of ASCII', async () => {
    const body = '\x1b$B$3$s$K$A$O\x1b(B';
    expect(await readShown(single({}, body))).toBe('こんにちは');
    expect(await readShown(single({ 'Content-Type': 'text/plain; charset=us-ascii' }, body))).toBe(
      'こんにちは',
    );
  });

  it('the one that the HTML names', async () => {
    const body =
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>\xf0\xd2\xc9\xd7\xc5\xd4</p>';
    expect(await readShown(single({ 'Content-Type': 'text/html' }, body))).toBe('Привет');
  });

  it('one that the HTML names below its styles', async () => {
    const body = `<style>${'p{}\n'.repeat(2_000)}</style><meta charset=koi8-r><p>\xf0\xd2\xc9\xd7\xc5\xd4</p>`;
    expect(await readShown(single({ 'Content-Type': 'text/html' }, body))).toBe('Привет');
  });

  it.each([undefined, 'iso-8859-1'])('one that is found out, under the label %s', async (label) => {
    const russian =
      'Здравствуйте, мой принтер не работает со вчерашнего дня. Что мне делать? Помогите, пожалуйста.';
    const bytes = [...russian].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code < 0x80 ? sign : String.fromCharCode(code - 0x410 + 0xc0);
    });
    const type = label === undefined ? 'text/plain' : `text/plain; charset=${label}`;
    expect(await readShown(single({ 'Content-Type': type }, bytes.join('')))).toBe(russian);
  });

  it('a bad byte spoils its header alone', async () => {
    const mime = single({ Subject: utf8('Größe'), 'X-Odd': 'caf\xe9', Comments: 'Gr\xf6\xdfe' }, 'x');
    const email = await readEmail(mime);
    expect(email.subject).toBe('Größe');
    expect(email.header('comments')).toEqual(['Größe']);
  });

  it('headers without a charset are of that of the text', async () => {
    const headers = { From: '\xc8\xe2\xe0\xed <ivan@client.example>', Subject: '\xcf\xf0\xe8\xe2\xe5\xf2' };
    const type = { 'Content-Type': 'text/plain; charset=windows-1251' };
    const { from, subject } = await readEmail(single({ ...headers, ...type }, '\xcf\xf0\xe8\xe2\xe5\xf2'));
    expect([from?.name, subject]).toEqual(['Иван', 'Привет']);
    expect((await readEmail(single({ Subject: '\x1b$B$3$s\x1b(B' }, 'x'))).subject).toBe('こん');
  });

  it.each([
    ['=?utf-8?Q?Wie_gro=C3=9F??=', 'Wie groß?'],
    ['=?utf-8?Q?Wie?_gro=C3=9F??= =?utf-8?Q?_so?=', 'Wie? groß? so'],
    ['=?iso-2022-jp?B?GyRCJDMkcxsoQg==?= =?iso-2022-jp?B?GyRCJEsbKEI=?=', 'こんに'],
  ])('encoded words: %s', async (subject, expected) => {
    expect((await readEmail(single({ Subject: subject }, 'x'))).subject).toBe(expected);
  });

  it('one wrong byte among right ones is shown as such', async () => {
    expect(
      await readShown(single({ 'Content-Type': 'text/plain; charset=utf-8' }, `${utf8('Grüße')} \xff`)),
    ).toBe('Grüße \ufffd');
  });
});
