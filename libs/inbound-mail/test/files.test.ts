import { readBody } from '../src/email-body';
import { readEmail } from '../src/read-email';
import { html, mailOf, multipart, type Part, png, single, text, utf8 } from './support/build-mail';

const readShown = async (mime: Buffer): Promise<string> => readBody(await readEmail(mime)).text.trimEnd();
const readFiles = async (mime: Buffer) =>
  (await readEmail(mime)).parts.map(({ name, content }) => [name, Buffer.from(content).toString('latin1')]);

describe('files (31.9, 31.14)', () => {
  it('a text with a file name is a file and not the body', async () => {
    const log = text('E42', {
      'Content-Type': 'text/plain; name="log.txt"',
      'Content-Disposition': 'inline; filename="log.txt"',
    });
    const mime = mailOf(multipart('mixed', text('See the log.'), log));
    expect(await readShown(mime)).toBe('See the log.');
    expect(await readFiles(mime)).toEqual([['log.txt', 'E42']]);
    expect(await readShown(mailOf(multipart('mixed', log)))).toBe('');
  });

  it('the only part of a mail is its body, whatever its name', async () => {
    expect(await readShown(single({ 'Content-Type': 'text/plain; name=body.txt' }, 'Hello'))).toBe('Hello');
  });

  it('of alternatives only calendars and pictures are files', async () => {
    const calendar: Part = {
      headers: { 'Content-Type': 'text/calendar; method=REQUEST' },
      body: 'BEGIN:VCALENDAR',
    };
    const mime = mailOf(multipart('alternative', text('Come'), html('<p>Come</p>'), calendar, png()));
    expect((await readEmail(mime)).parts.map(({ type }) => type)).toEqual(['text/calendar', 'image/png']);
  });

  it('a file between the HTML parts of Apple Mail is one', async () => {
    const pdf: Part = {
      headers: {
        'Content-Type': 'application/pdf; name=a.pdf',
        'Content-Disposition': 'inline; filename=a.pdf',
      },
      body: '%PDF',
    };
    const mime = mailOf(
      multipart(
        'alternative',
        text('Before after'),
        multipart('mixed', html('<p>Before</p>'), pdf, html('<p>after</p>')),
      ),
    );
    expect(await readShown(mime)).toMatch(/^Before\s+after$/);
    expect((await readFiles(mime)).map(([name]) => name)).toEqual(['a.pdf']);
  });

  it('keep the line ends of text', async () => {
    const csv = (encoding: string, body: string): Part => ({
      headers: {
        'Content-Type': 'text/csv',
        'Content-Disposition': 'attachment; filename=a.csv',
        'Content-Transfer-Encoding': encoding,
      },
      body,
    });
    const lines = 'a;b\r\n1;2\r\n';
    const mime = mailOf(
      multipart(
        'mixed',
        text('x'),
        csv('7bit', lines),
        csv('quoted-printable', lines),
        csv('base64', Buffer.from(lines).toString('base64')),
      ),
    );
    expect(await readFiles(mime)).toEqual([
      ['a.csv', lines],
      ['a.csv', lines],
      ['a.csv', lines],
    ]);
  });

  it('keep the line ends of other types that have lines, and no others', async () => {
    const file = (type: string, body: string): Part => ({
      headers: { 'Content-Type': type, 'Content-Disposition': 'attachment; filename=a' },
      body,
    });
    const mime = mailOf(
      multipart('mixed', text('x'), file('application/json', '{\n}\n'), file('image/x', '\x01\n\n')),
    );
    expect((await readFiles(mime)).map(([, content]) => content)).toEqual(['{\r\n}\r\n', '\x01\n\n']);
  });

  it('keep the ending of a name that is too long', async () => {
    const file = png({ 'Content-Disposition': `attachment; filename="${'x'.repeat(300)}.pdf"` });
    const [[name = ''] = []] = await readFiles(mailOf(multipart('mixed', text('x'), file)));
    expect(name).toBe(`${'x'.repeat(252)}.pdf`);
  });

  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\\\Users\\\\me\\\\a.txt', 'C:_Users_me_a.txt'],
    [utf8('invoice\u202efdp.exe'), 'invoicefdp.exe'],
    [utf8('\u2066a\u2069\u200fb.txt'), 'ab.txt'],
    ['=?utf-8?Q?Rechnung_=C3=BC.pdf?=', 'Rechnung ü.pdf'],
    ['a\tb.txt', 'ab.txt'],
    ['Gr\xfc\xdfe.pdf', 'Grüße.pdf'],
  ])('are named %j as %j', async (sent, name) => {
    const file = png({ 'Content-Disposition': `attachment; filename="${sent}"` });
    expect((await readFiles(mailOf(multipart('mixed', text('x'), file))))[0]?.[0]).toBe(name);
  });

  it('and the text of another charset beside such a name stays', async () => {
    const file = png({ 'Content-Disposition': 'attachment;\n filename="Gr\xfc\xdfe.pdf"' });
    const body: Part = {
      headers: { 'Content-Type': 'text/plain; charset=iso-8859-1' },
      body: 'name=Gr\xfc\xdfe',
    };
    const mime = mailOf(multipart('mixed', body, file));
    expect(await readShown(mime)).toBe('name=Grüße');
    expect((await readFiles(mime))[0]?.[0]).toBe('Grüße.pdf');
  });

  it('that are mails have the name of their subject', async () => {
    const inner = (subject: string): Part => ({
      headers: { 'Content-Type': 'message/rfc822' },
      body: `From: a@b.co\nSubject: ${subject}\n\nx`,
    });
    const mime = mailOf(multipart('mixed', text('x'), inner('=?utf-8?Q?Gr=C3=B6=C3=9Fe?= 42/43'), inner('')));
    expect((await readFiles(mime)).map(([name]) => name)).toEqual(['Größe 42_43.eml', '']);
  });

  it('of a mail of many lines are read as those of a short one', async () => {
    const lines = Array.from({ length: 6_000 }, (_, index) => `${index}`).join('\r\n');
    const log = text(lines, {
      'Content-Type': 'text/plain',
      'Content-Disposition': 'attachment; filename=a.log',
    });
    const mime = mailOf(
      multipart('mixed', multipart('alternative', text('Hello'), html('<p>Hello</p>')), text(lines), log),
    );
    expect(await readFiles(mime)).toEqual([['a.log', lines]]);
    expect((await readEmail(mime)).bodies).toEqual([
      { text: 'Hello\n', html: '<p>Hello</p>\n' },
      { text: `${lines.replaceAll('\r', '')}\n` },
    ]);
  });

  it('that are written into a text by uuencode are files', async () => {
    const mime = mailOf(text('See\n\nbegin 644 cat.txt\n#0V%T\n`\nend\n\nBye'));
    expect(await readFiles(mime)).toEqual([['cat.txt', 'Cat']]);
    expect(await readShown(mime)).toBe('See\n\n\nBye');
    const encoded: Part = {
      headers: {
        'Content-Type': 'application/octet-stream; name=cat.txt',
        'Content-Transfer-Encoding': 'x-uuencode',
      },
      body: 'begin 644 cat.txt\n#0V%T\n`\nend',
    };
    expect(await readFiles(mailOf(multipart('mixed', text('See'), encoded)))).toEqual([['cat.txt', 'Cat']]);
    for (const words of [
      'begin 644 ways to fail\nLet us see.\nend',
      'begin 644 x\n#0V%T',
      'We begin 644 x\nend',
    ])
      expect(await readShown(mailOf(text(words)))).toBe(words);
  });
});

describe('winmail.dat (31.14)', () => {
  const u16 = (value: number): number[] => [value & 255, value >> 8];
  const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
  const attribute = (level: number, id: number, data: number[]): number[] => [
    level,
    ...u32(id),
    ...u32(data.length),
    ...data,
    0,
    0,
  ];
  const ascii = (value: string): number[] => [...Buffer.from(`${value}\0`)];
  const property = (type: number, id: number, value: number[]): number[] => [
    ...u16(type),
    ...u16(id),
    ...u32(1),
    ...u32(value.length),
    ...value,
    ...Array<number>((4 - (value.length % 4)) % 4).fill(0),
  ];
  const tnef = (...attributes: number[][]): Buffer =>
    Buffer.from([...u32(0x223e9f78), 1, 0, ...attributes.flat()]);
  const packed = (content: Buffer): Part => ({
    headers: {
      'Content-Type': 'application/ms-tnef; name=winmail.dat',
      'Content-Transfer-Encoding': 'base64',
    },
    body: content.toString('base64'),
  });
  const file = [
    attribute(2, 0x00069002, [0]),
    attribute(2, 0x00018010, ascii('LONGNA~1.TXT')),
    attribute(2, 0x0006800f, [...Buffer.from('Hello')]),
    attribute(2, 0x00069005, [
      ...u32(1),
      ...property(0x1f, 0x3707, [...Buffer.from('Größe.txt\0', 'utf16le')]),
    ]),
  ];

  it('is unpacked, with the long names of its files', async () => {
    const mime = mailOf(
      multipart(
        'mixed',
        text('See'),
        packed(tnef(...file, attribute(2, 0x00069002, [0]), attribute(2, 0x0006800f, [65]))),
      ),
    );
    expect(await readShown(mime)).toBe('See');
    expect(await readFiles(mime)).toEqual([
      [Buffer.from('Größe.txt').toString(), 'Hello'],
      ['', 'A'],
    ]);
  });

  it('is the body of a mail that has no other', async () => {
    const html = attribute(1, 0x00069003, [
      ...u32(1),
      ...property(0x102, 0x1013, [...Buffer.from('<p>Hello</p>')]),
    ]);
    expect(await readShown(mailOf(multipart('mixed', packed(tnef(html)))))).toBe('Hello');
  });

  it('stays a file when it is none, breaks off, or has nothing that can be read', async () => {
    for (const content of [Buffer.from('nonsense'), tnef(), tnef(...file).subarray(0, 40)])
      expect((await readFiles(mailOf(multipart('mixed', text('x'), packed(content)))))[0]?.[0]).toBe(
        'winmail.dat',
      );
  });
});
