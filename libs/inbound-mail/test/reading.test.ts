import { fitBody, readBody } from '../src/email-body';
import { type ReceivedEmail, readEmail } from '../src/read-email';
import { html, mailOf, multipart, type Part, png, single, text, utf8 } from './support/build-mail';

const readShown = async (mime: Buffer): Promise<string> => readBody(await readEmail(mime)).text.trimEnd();

describe('which alternative is the body (31.1)', () => {
  const words = 'Order 4711 never came.';

  it.each([
    ['nothing', '<html><body></body></html>'],
    ['a blank', '<p>&nbsp;</p>'],
    ['a style', '<style>p { color: red }</style><p></p>'],
    ['a picture of one pixel', '<img src="https://spy.example/p.gif" width="1" height="1">'],
    ['blanks of no width', '<p>\u200b\u200c\u200d\ufeff\u00ad\u2060</p>'],
    ['words that are not shown', '<div style="display:none">Preview</div>'],
    ['words of no size', '<div style="font-size:0px;max-height:0;overflow:hidden">Preview</div>'],
    ['words that Outlook does not show', '<div style="mso-hide:all">Preview</div>'],
    ['a comment', '<!-- Order -->'],
    ['a title', '<html><head><title>Mail</title></head><body><br></body></html>'],
  ])('is the text, for HTML of %s', async (_name, markup) => {
    const mime = mailOf(multipart('alternative', text(words), html(markup)));
    expect(await readShown(mime)).toBe(words);
    expect(
      await readShown(
        mailOf(multipart('mixed', multipart('alternative', text(words), html(markup)), text('List footer'))),
      ),
    ).toMatch(/Order 4711 never came\.\s+List footer/);
  });

  it('is both, for HTML of a picture alone', async () => {
    const mime = mailOf(
      multipart(
        'related',
        multipart('alternative', text(`${words}\nBye`), html('<img src="cid:logo">')),
        png({ 'Content-ID': '<logo>' }),
      ),
    );
    const body = readBody(await readEmail(mime));
    expect(body.text).toBe(`${words}\nBye`);
    expect([...body.shown]).toEqual(['logo']);
  });

  it('is the HTML otherwise, whatever the order and with a picture of its own', async () => {
    const both = [text('text'), html('<p>Hello <b>HTML</b></p>')] as const;
    expect(await readShown(mailOf(multipart('alternative', ...both)))).toBe('Hello HTML');
    expect(await readShown(mailOf(multipart('alternative', ...both.toReversed())))).toBe('Hello HTML');
    expect(await readShown(mailOf(multipart('alternative', text(' '), html('<img src="cid:x">'))))).toBe('');
  });

  it('is whatever text there is, without the usual two', async () => {
    const rich: Part = { headers: { 'Content-Type': 'text/enriched' }, body: words };
    expect(await readShown(mailOf(multipart('alternative', rich)))).toBe(words);
  });

  it('is the text, for HTML that is nested too deeply, which is kept as a file', async () => {
    const markup = `${'<div>'.repeat(600)}More words${'</div>'.repeat(600)}`;
    const body = readBody(await readEmail(mailOf(multipart('alternative', text(words), html(markup)))));
    expect(body.text.trim()).toBe(words);
    expect(Buffer.from(body.whole?.content ?? []).toString()).toContain('More words');
  });

  it('is no AMP', async () => {
    const amp: Part = { headers: { 'Content-Type': 'text/x-amp-html' }, body: '<html amp4email></html>' };
    const mime = mailOf(multipart('alternative', text(words), amp, html(`<p>${words}</p>`)));
    expect(await readEmail(mime)).toMatchObject({ parts: [] });
    expect(await readShown(mime)).toBe(words);
  });
});

describe('format=flowed (31.3)', () => {
  const flowed = (body: string, more = '') =>
    readShown(single({ 'Content-Type': `text/plain; charset=us-ascii; format=flowed${more}` }, body));

  it('joins lines of one depth alone', async () => {
    const on = 'On Tue, 24 Nov 2026 at 10:00, Help <help@shop.example> wrote:';
    expect(await flowed(`${on}\n> Which size do you \n> want? \n42, \nplease.\n> Which colour? \nRed.`)).toBe(
      `${on}\n> Which size do you want? \n42, please.\n> Which colour? \nRed.`,
    );
  });

  it('keeps stuffed blanks, signatures and hard lines', async () => {
    expect(await flowed('  indented\n From here\nhard\nsoft \nline\n-- \nGrace')).toBe(
      ' indented\nFrom here\nhard\nsoft line\n-- \nGrace',
    );
  });

  it('removes the blanks that DelSp adds', async () => {
    expect(await flowed('over \nflow', '; delsp=yes')).toBe('overflow');
  });
});

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
  ])('%s', async (charset, body) => {
    expect(await readShown(single({ 'Content-Type': `text/plain; charset=${charset}` }, body))).toBe(words);
  });

  it.each([
    ['cp850', 'Gr\x81\xe1e', 'Grüße'],
    ['ibm850', 'Gr\x81\xe1e', 'Grüße'],
    ['koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['gb2312', '\xc4\xe3\xba\xc3', '你好'],
    ['shift_jis', '\x82\xb1\x82\xf1', 'こん'],
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

  it('one that is found out', async () => {
    const russian =
      'Здравствуйте, мой принтер не работает со вчерашнего дня. Что мне делать? Помогите, пожалуйста.';
    const bytes = [...russian].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code < 0x80 ? sign : String.fromCharCode(code - 0x410 + 0xc0);
    });
    expect(await readShown(single({ 'Content-Type': 'text/plain' }, bytes.join('')))).toBe(russian);
  });

  it('a bad byte spoils its header alone', async () => {
    const mime = single({ Subject: utf8('Größe'), 'X-Odd': 'caf\xe9', Comments: 'Gr\xf6\xdfe' }, 'x');
    const email = await readEmail(mime);
    expect(email.subject).toBe('Größe');
    expect(email.header('comments')).toEqual(['Größe']);
  });

  it('one wrong byte among right ones is shown as such', async () => {
    expect(
      await readShown(single({ 'Content-Type': 'text/plain; charset=utf-8' }, `${utf8('Grüße')} \xff`)),
    ).toBe('Grüße \ufffd');
  });
});

describe('white space (31.9)', () => {
  const lines = (markup: string) => readShown(mailOf(html(markup)));
  const comment = async (markup: string) =>
    JSON.stringify(fitBody(readBody(await readEmail(mailOf(html(markup)))), new Map()).comment);

  it.each(['pre-wrap', 'pre-line', 'pre', 'break-spaces'])('white-space: %s keeps lines', async (value) => {
    expect(await lines(`<div style="white-space: ${value}">one\ntwo\n\nthree</div>`)).toBe(
      'one\ntwo\n\nthree',
    );
    expect(await comment(`<div style="white-space: ${value}">one\ntwo</div>`)).toMatch(
      /one.*hardBreak.*two|one.*paragraph.*two/,
    );
  });

  it('so do <pre> and <br>, and other elements do not', async () => {
    expect(await lines('<pre>one\ntwo</pre>')).toBe('one\ntwo');
    expect(await lines('<p>one<br>two</p>')).toBe('one\ntwo');
    expect(await lines('<p>one\ntwo</p>')).toBe('one two');
    expect(
      await lines('<div style="white-space:pre-wrap"><p style="white-space:normal">one\ntwo</p></div>'),
    ).toBe('one two');
  });

  it('quotes in <pre> are cut by lines', async () => {
    const on = 'On Tue, 24 Nov 2026 at 10:00, Help &lt;help@shop.example&gt; wrote:';
    expect(await lines(`<pre>It hums.\n\n${on}\n&gt; Is it on?\n</pre>`)).toBe('It hums.');
  });
});

describe('names (31.9)', () => {
  it.each([
    ['=?utf-8?Q?B=C3=BCchner,_Olga?= <olga@client.example>', 'Büchner, Olga'],
    ['"=?utf-8?Q?B=C3=BCchner,_Olga?=" <olga@client.example>', 'Büchner, Olga'],
    ['=?utf-8?B?QsO8Y2hu?= =?utf-8?B?ZXIsIE9sZ2E=?= <olga@client.example>', 'Büchner, Olga'],
    ['"Büchner, Olga" <olga@client.example>', 'Büchner, Olga'],
    ['=?utf-8?Q?Olga_=3Ceve=40evil.example=3E?= <olga@client.example>', 'Olga <eve@evil.example>'],
  ])('%s', async (from, name) => {
    const email = await readEmail(single({ From: utf8(from) }, 'x'));
    expect(email.from).toEqual({ address: 'olga@client.example', name });
  });

  it('a character that is broken between two words', async () => {
    expect(
      (await readEmail(single({ Subject: '=?utf-8?Q?Gr=C3?= =?utf-8?Q?=B6=C3=9Fe?=' }, 'x'))).subject,
    ).toBe('Größe');
  });
});

describe('who sent it (31.8)', () => {
  it.each([
    [{ From: 'a@b.co', Sender: 'c@b.co' }, 'a@b.co'],
    [{ From: 'nobody', Sender: 'c@b.co' }, 'c@b.co'],
    [{ From: '', 'Return-Path': '<r@b.co>' }, 'r@b.co'],
  ])('%j', async (headers, address) => {
    expect((await readEmail(single(headers as Record<string, string>, 'x'))).from?.address).toBe(address);
  });
});

describe('what identifies a mail (31.6)', () => {
  const mail = (headers: Record<string, string> = {}, body = 'Hello\n'): Promise<ReceivedEmail> =>
    readEmail(single(headers, body));
  const first = mail().then(({ key }) => key);

  it('does not change on its way', async () => {
    for (const same of [mail({ Received: 'from mx' }), mail({ 'Delivered-To': 'a@b.co', 'X-Spam': 'no' })])
      expect((await same).key).toBe(await first);
    expect(
      (await mail({ 'Content-Transfer-Encoding': 'base64' }, `${Buffer.from('Hello\n').toString('base64')}`))
        .key,
    ).toBe(await first);
  });

  it.each([
    [{ From: 'eve@client.example' }, 'Hello\n'],
    [{ Date: 'Tue, 24 Nov 2026 10:00:01 +0100' }, 'Hello\n'],
    [{ 'Message-ID': '<2@client.example>' }, 'Hello\n'],
    [{}, 'Hello!\n'],
  ])('is another with %j and %j', async (headers, body) => {
    expect((await mail(headers as Record<string, string>, body)).key).not.toBe(await first);
  });
});
