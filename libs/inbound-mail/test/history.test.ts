import type { BodyPart } from '../src/mime-parts';
import { readBody } from '../src/email-body';

const answer = { subject: 'Re: Printer', references: ['a@shop.example'] };
const question = { subject: 'Printer', references: [] };
const forward = { subject: 'Fwd: Offer', references: [] };

const shows = (body: BodyPart, mail: Parameters<typeof readBody>[0] | typeof answer = answer): string =>
  readBody({ ...mail, bodies: [body] }).text;

/** Expects that all lines of a text are shown. */
const expectWhole = (text: string, mail = answer): void => {
  expect(readBody({ ...mail, bodies: [{ text }] })).toMatchObject({ text, quotedText: undefined });
};

const ON = 'On Tue, 24 Nov 2026 at 10:00, Help <help@shop.example> wrote:';
const HEADERS =
  'From: Help <help@shop.example>\nSent: Tuesday, November 24, 2026 10:00 AM\nTo: Grace <grace@client.example>\nSubject: Printer';
const OUTLOOK =
  '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Help &lt;help@shop.example&gt;<br><b>Sent:</b> Tuesday, November 24, 2026 10:00 AM<br><b>To:</b> Grace<br><b>Subject:</b> Printer</p></div>';
const GMAIL =
  '<div class="gmail_attr">On Tue, 24 Nov 2026 at 10:00, Help &lt;help@shop.example&gt; wrote:</div>';

describe('answers inside quotes stay (31.2)', () => {
  it('between blockquotes of Gmail', () => {
    const html = `<div>My answers:</div><div class="gmail_quote">${GMAIL}<blockquote class="gmail_quote">Which size?</blockquote><div>Size 42.</div><blockquote class="gmail_quote">Which colour?</blockquote><div>Red.</div></div>`;
    expect(shows({ html })).toMatch(/My answers:[^]*Which size\?[^]*Size 42\.[^]*Which colour\?[^]*Red\./);
  });

  it('below one blockquote, in the element that quotes', () => {
    const html = `<div class="gmail_quote">${GMAIL}<blockquote class="gmail_quote">Which size?</blockquote><div>Size 42.</div></div>`;
    expect(shows({ html })).toBe('Size 42.');
  });

  it('between quotes of Apple Mail', () => {
    const html =
      '<div><blockquote type="cite"><div>On 24 Nov 2026, at 10:00, Help &lt;help@shop.example&gt; wrote:</div><div>Which size?</div></blockquote><div>Size 42.</div><blockquote type="cite"><div>Which colour?</div></blockquote><div>Red.</div></div>';
    expect(shows({ html })).toMatch(/Which size\?[^]*Size 42\.[^]*Which colour\?[^]*Red\./);
  });

  it('between marks', () => {
    expectWhole(`Hello,\n\n${ON}\n> Which size?\n42\n> Which colour?\n\nRed.`);
  });

  it('right below a long quoted line', () => {
    expectWhole(
      `Hello,\n\n${ON}\n> Please tell us the size of the shirt that you would like to get instead of the other one,\nmedium\n> and its colour.\nred`,
    );
  });

  it('with words in an element that Gmail made for a quote', () => {
    const html = '<div>Hello</div><div class="gmail_quote"><div>the printer still hums.</div></div>';
    expect(shows({ html })).toMatch(/Hello\s+the printer still hums\./);
  });

  it('in a quote of Gmail, in red', () => {
    const html = `<div>Thanks.</div><div class="gmail_quote">${GMAIL}<blockquote class="gmail_quote"><div>Which size?</div><div><font color="#ff0000">Size 42.</font></div><div>Bye</div></blockquote></div>`;
    expect(shows({ html })).toMatch(/Size 42\./);
  });

  it('unless only links and a warning of a server have a colour', () => {
    const html = `<p>Thanks.</p>${OUTLOOK}<p style="background:#ffff00">CAUTION: external mail</p><p>Which <a href="https://a.example"><span style="color:#0563C1">size</span></a>?</p><p>Bye</p>`;
    expect(shows({ html })).toBe('Thanks.');
  });

  it.each([
    ['headers', HEADERS],
    ['the title of a program', '-----Original Message-----'],
    ['a title and headers', `-----Original Message-----\n${HEADERS}`],
    ['strokes and headers', `________________\n${HEADERS}`],
  ])('below marked lines that follow %s', (_name, line) => {
    expect(shows({ text: `Hello,\n\n${line}\n\n> Which size?\n\nSize 42.` })).toMatch(/^Hello,\s+Size 42\.$/);
    expectWhole(`${line}\n\n> Which size?\nSize 42.\n> Which colour?\nRed.`);
  });

  it('in a quote without an author, between own words', () => {
    const html = '<p>It says</p><blockquote type="cite">E42</blockquote><p>What now?</p>';
    expect(shows({ html })).toMatch(/It says\s+E42\s+What now\?/);
  });

  it('below a salutation, or below words that end with a colon', () => {
    expectWhole(`Hello Ben,\n\n${HEADERS}\n\nWhich size?\n\nSize 42.`);
    expectWhole(`Hello Ben,\n\n${ON}\n\nWhich size?\n\nSize 42.`);
    expectWhole(`This is what I got:\n\n${ON}\n\nWhich size?\n\nSize 42.`);
    for (const words of [
      'Hi Ben',
      'Hallo Ben!',
      'Guten Tag!',
      'Dobrý den pane Nováku',
      'مرحبا،',
      '您好 王先生',
    ])
      expectWhole(`${words}\n\n${HEADERS}\n\nWhich size?\n\nSize 42.`);
  });
});

describe('own lines that look like history stay (31.4)', () => {
  it.each([
    ['a journey', 'From: Berlin\nTo: Paris\nDate: 3 December'],
    ['a journey with a time', 'From: Berlin\nTo: Paris\nDate: 3 December 2026 10:00'],
    ['addresses', 'From: old@client.example\nTo: new@client.example\nCc: grace@client.example'],
    ['a journey in German', 'Von: Berlin\nAn: Paris\nDatum: 3.12.2026 10:00'],
    ['an appointment', 'Date: Thursday, 3 December 2026\nTime: 10:00\nTo: Main Street 5'],
    [
      'a journey with times',
      'From: Berlin 10:04\nTo: München 14:02\nDate: 3 December 2026\nSubject: rebooking',
    ],
    ['a period', 'From: 24.11.2026 10:00\nTo: 26.11.2026 18:00\nSubject: repair'],
    ['a parcel', 'Von: Shop GmbH\nAn: Grace Hopper\nDatum: 24.11.2026\nBetreff: Sendung 4711'],
  ])('%s', (_name, lines) => {
    expectWhole(`I would like to change my booking.\n\n${lines}\n\nIs that possible? My number is 4711.`);
  });

  it.each([
    'The log of 2026-11-24 10:00:',
    'At 10:00 the printer says:',
    'Output of 24.11.2026, 10:00 Uhr:',
    'As you wrote:',
    'The server wrote:',
    'On 3 May your colleague wrote:',
    'Am 3. Mai um 10:00 schrieb mir Ihr Kollege:',
    'Le 3 mai 2026 à 10:00 votre collègue a écrit :',
  ])('marks after: %s', (line) => {
    expectWhole(`It fails.\n\n${line}\n\n> E42 printer on fire\n> E43 no paper\n\nPlease help.`);
    expectWhole(`It fails.\n\n${line}\n\n> E42 printer on fire`, question);
    const html = `<p>It fails.</p><p>${line}</p><blockquote>E42 printer on fire</blockquote><p>Please help.</p>`;
    expect(shows({ html })).toMatch(/E42 printer on fire/);
    expect(shows({ html }, question)).toMatch(/E42 printer on fire/);
  });

  it.each([
    'On 24 Nov 2026 at 10:00 your colleague Ben wrote:',
    'Am 24.11.2026 um 10:00 schrieb mir Ihr Kollege Ben:',
    'On Tuesday Ben wrote:',
    'Ben <ben@shop.example> wrote:',
    'In the mail of 24.11.2026 10:00 from Ben (ben@shop.example) I found this:',
    'On 24 Nov 2026 at 10:00 we got this mail from Ben <ben@shop.example>:',
    'On 24 Nov 2026 at 10:00 the technician wrote:',
    'On 24 November 2026, 10:00, Ben from the shop wrote:',
    'Am 24.11.2026 um 10:00 hat ein Kollege geschrieben:',
    'Am 24.11.2026 um 10:00 bekam ich diese Antwort von Ben <ben@shop.example>:',
    'El 24 nov 2026 a las 10:00 recibí esto de Ben <ben@shop.example>:',
    '24.11.2026 в 10:00 получена ошибка от Ben <ben@shop.example>:',
    '24.11.2026 10:00 Error log of root <root@server.example>:',
    '2026年11月24日 10:00 我收到 Ben <ben@shop.example>:',
  ])('words after: %s', (line) => {
    expectWhole(`Hello,\n\n${line}\n\nYou get it on Friday.\n\nIt did not come. Please help.`);
  });

  it.each([
    '25.11.2026 11:00 Mail von Herrn Maier <maier@shop.example>:',
    '25.11.2026 11:00 Ben Maier <ben@shop.example>:',
    'Vào ngày 24/11/2026 lúc 10:00 tôi đã viết:',
    '24.11.2026 10:00 tarihinde size yazdım:',
    'Dnia 24.11.2026 o 10:00 pracownik napisał:',
    'Dne 24. 11. 2026 v 10:00 technik napsal:',
    '24.11.2026 в 10:00 ваш сотрудник написал:',
    '24.11.2026 о 10:00 майстер написав:',
    'Den 24 nov 2026 kl 10:00 skrev en kollega:',
    'Asentaja kirjoitti 24.11.2026 klo 10.00:',
    'Op 24 nov 2026 om 10:00 schreef een monteur:',
    'Em 24/11/2026 às 10:00 o técnico escreveu:',
    'El 24/11/2026 a las 10:00 el técnico escribió:',
    'Il 24/11/2026 alle 10:00 il tecnico ha scritto:',
    'Le 24/11/2026 à 10:00 le technicien a écrit :',
    '2026年11月24日 10:00 に担当者のメール：',
    '2026年11月24日 10:00 客服人员写道：',
    '2026년 11월 24일 10:00 기사님이 쓴 글:',
    'Στις 24 Νοε 2026 στις 10:00 ο τεχνικός έγραψε:',
  ])('words after: %s', (line) => {
    expectWhole(`Hello,\nI have a question.\n\n${line}\n\nIt works.\n\nIt does not work. Please help.`);
  });

  it('a configuration', () => {
    expectWhole(
      'My configuration is this.\n\nfrom: a@b.co\nto: c@d.co\ndate: 2026-11-24 10:00\nsubject: test\n\nIt fails.',
    );
  });

  it('a quote without an author at the end', () => {
    for (const words of ['The display says:', 'See the display', 'Hello,'])
      expect(shows({ html: `<p>${words}</p><blockquote type="cite">E42 fire</blockquote>` })).toMatch(
        /E42 fire/,
      );
  });

  it('a quote in a new mail', () => {
    expectWhole(`Is this from you?\n\n${ON}\n> You won a car.\n\nI doubt it.`, question);
    expectWhole(`Is this from you?\n\n${HEADERS}\n\nYou won a car.`, question);
    const html = `<p>Is this from you?</p><div class="gmail_quote">${GMAIL}<blockquote>You won a car.</blockquote></div>`;
    expect(shows({ html }, question)).toMatch(/You won a car/);
  });

  it.each([
    ['introduced', `This mail came today:\n\n${HEADERS}\n\nYou won a car.`],
    ['asked about', `What do these headers say?\n\n${HEADERS}\n\nIs it from you?`],
    ['with a question and no content', `Did you send this?\n\n${HEADERS}`],
    [
      'of the source of a mail',
      `See this.\n\nReturn-Path: <x@client.example>\nReceived: from mx\nFrom: Help <help@shop.example>\nTo: x@client.example\nSubject: Hi\n\nWho is that?`,
    ],
  ])('headers that a person pasted: %s', (_name, text) => expectWhole(text));

  it('a line above labels that are none of a mail', () => {
    const html =
      '<p>Hello</p><div style="border-top:solid #E1E1E1 1.0pt"><p>From: left to right</p><p>E42 fire</p></div><p>Why?</p>';
    expect(shows({ html })).toMatch(/E42 fire\s+Why\?/);
  });

  it('a line with the mark of a quote alone', () => {
    expectWhole('The price must be\n> 100 and\n> 50 for children.\n\nOK?');
  });

  it('code, tables and lists', () => {
    expectWhole('Steps:\n\n1. open it\n2. press > and <\n\n----\n\nThat is all.\n\n====\n\nThanks');
  });
});

describe('history is cut', () => {
  it.each([
    ['by headers with an address', `It hums.\n\n${HEADERS}\n\nIs it on?`],
    ['below a rule', `It hums.\n\n________________________________\n${HEADERS}\n\nIs it on?`],
    ['by bold headers', `It hums.\n\n${HEADERS.replaceAll(/^(\w+:)/gm, '*$1*')}\n\nIs it on?`],
    ['by the title of a program', 'It hums.\n\n-----Original Message-----\n\nIs it on?'],
    ['by the title of a program in German', 'It hums.\n\n-----Ursprüngliche Nachricht-----\n\nIs it on?'],
  ])('%s', (_name, text) => {
    const { text: shown, quotedText } = readBody({ ...answer, bodies: [{ text }] });
    expect(shown).toBe('It hums.');
    expect(quotedText).toContain('Is it on?');
  });

  it('and own words that share its first line stay', () => {
    expect(shows({ text: `It hums. ${ON}\n> Is it on?` })).toBe('It hums.');
    expect(shows({ text: `It hums ${ON}\n\nIs it on?` })).toBe('It hums');
    expect(
      shows({ html: `<p>It hums. ${ON.replace('<', '&lt;')}</p><blockquote>Is it on?</blockquote>` }),
    ).toContain('It hums.');
  });

  it('and words above and below one quote stay', () => {
    expect(shows({ text: `Hello,\n\n${ON}\n> Is it on?\n\nYes, it is.` })).toBe('Hello,\n\n\nYes, it is.');
  });

  it('and an answer of nothing else is shown whole', () => {
    for (const text of [
      `${ON}\n> Is it on?`,
      `${HEADERS}\n\nIs it on?`,
      `Sent from my iPhone\n\n${ON}\n> Is it on?`,
    ])
      expectWhole(text);
  });

  it('with words in it that are not shown', () => {
    const html = `<p>It hums.</p>${OUTLOOK}<div style="display:none">Preview</div><p>Is it on?</p>`;
    expect(shows({ html })).toBe('It hums.');
  });

  it('in whole, in the order of the mail', () => {
    const text = `It hums.\n\n${ON}\n> Is it on?\n>\n> > Older.\n`;
    expect(readBody({ ...answer, bodies: [{ text }] }).quotedText).toBe(`${ON}\n> Is it on?\n>\n> > Older.`);
  });
});

describe('a mail that is handed on', () => {
  const matter = `---------- Forwarded message ---------\n${HEADERS}\n\nBuy now`;

  it('is folded below own words, by its subject or by a line', () => {
    expect(shows({ text: `What is this?\n\n${matter}` }, forward)).toBe('What is this?');
    expect(shows({ text: `What is this?\n\n${matter}` }, question)).toBe('What is this?');
    expect(shows({ text: `What is this?\n\n${HEADERS}\n\nBuy now` }, forward)).toBe('What is this?');
    expect(shows({ text: `What is this?\n\n> Begin forwarded message:\n>\n> Buy now` }, question)).toBe(
      'What is this?',
    );
  });

  it('stays without own words', () => {
    expectWhole(matter, forward);
    expectWhole(`${HEADERS}\n\nBuy now`, forward);
    expectWhole(`-- \nGrace\n\n${matter}`, forward);
    expectWhole(`Sent from my iPhone\n\n${matter}`, forward);
  });
});
