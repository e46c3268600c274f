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
    [
      'words that a style sheet hides',
      '<style>.pre, #x { display: none }</style><p class="pre">Preview</p><p id="x">y</p>',
    ],
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

  it('is both, for HTML that has few of the words of the text', async () => {
    const long = `${words} Please send the money back to me until Friday.\n\nSent from my phone`;
    const mime = mailOf(multipart('alternative', text(long), html('<p>Sent from my phone</p>')));
    expect(await readShown(mime)).toBe(`${long}\n\nSent from my phone`);
    const links = `${words} <https://shop.example/${'x'.repeat(500)}>`;
    expect(await readShown(mailOf(multipart('alternative', text(links), html(`<p>${words}</p>`))))).toBe(
      words,
    );
  });

  it.each(['text', 'plain/text', 'html'])('is what it is, under the type %s', async (type) => {
    const body = type === 'html' ? `<p>${words}</p>` : words;
    expect(await readShown(single({ 'Content-Type': type }, body))).toBe(words);
    const file = await readEmail(single({ 'Content-Type': `${type}; name=a.bin` }, body));
    expect(file.parts.map(({ name }) => name)).toEqual(['a.bin']);
  });

  it('is words that are not encoded as their header says', async () => {
    const encoding = { 'Content-Transfer-Encoding': 'base64' };
    expect(await readShown(single(encoding, words))).toBe(words);
    const encoded = Buffer.from(words).toString('base64');
    expect(await readShown(single(encoding, `${encoded.slice(0, 8)}!\n ${encoded.slice(8)}`))).toBe(words);
  });

  it('is read with carriage returns alone', async () => {
    const mime = Buffer.from(`From: a@b.co\rSubject: x\r\r${words}\r`);
    expect(await readShown(mime)).toBe(words);
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

  it.each([
    '<style>.m { white-space: pre-wrap }</style><div class="m">one\ntwo</div>',
    '<style><!-- /* a { */ td, #m { color: red; white-space: pre-line } --></style><div id="m">one\ntwo</div>',
    '<style>div { white-space: pre }</style><div>one\ntwo</div>',
    '<style>b{} div.m { WHITE-SPACE: pre }</style><div class="x m">one\ntwo</div>',
    '<div style="white-space-collapse: preserve">one\ntwo</div>',
  ])('a style sheet counts, as in %s', async (markup) => expect(await lines(markup)).toBe('one\ntwo'));

  it.each([
    '<style>.m { white-space: pre }</style><div class="m" style="white-space: normal">one\ntwo</div>',
    '<style>@media print { .m { white-space: pre } }</style><div class="m">one\ntwo</div>',
    '<style media="print">.m { white-space: pre }</style><div class="m">one\ntwo</div>',
    '<style>.x .m { white-space: pre }</style><div class="m">one\ntwo</div>',
  ])('but not for other screens and elements: %s', async (markup) =>
    expect(await lines(markup)).toBe('one two'),
  );

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
    [{ From: 'A <mailto:a@b.co>' }, 'a@b.co'],
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
