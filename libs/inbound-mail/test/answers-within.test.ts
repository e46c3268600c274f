import type { BodyPart } from '../src/mime-parts';
import { readBody } from '../src/email-body';

const answer = { subject: 'Re: Printer', references: ['a@shop.example'] };

const shows = (body: BodyPart, mail: Parameters<typeof readBody>[0] | typeof answer = answer): string =>
  readBody({ ...mail, bodies: [body] }).text;

/** Expects that all lines of a text are shown. */
const expectWhole = (text: string, mail = answer): void => {
  expect(readBody({ ...mail, bodies: [{ text }] })).toMatchObject({ text, quotedText: undefined });
};

const HEADERS =
  'From: Help <help@shop.example>\nSent: Tuesday, November 24, 2026 10:00 AM\nTo: Grace <grace@client.example>\nSubject: Printer';
const OUTLOOK =
  '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Help &lt;help@shop.example&gt;<br><b>Sent:</b> Tuesday, November 24, 2026 10:00 AM<br><b>To:</b> Grace<br><b>Subject:</b> Printer</p></div>';

describe('answers within history stay, which own words announce (31.2)', () => {
  it.each([
    'See my answers below.',
    'Answers in red:',
    'Hi, I replied inline below.',
    'My comments are in blue.',
    'Meine Antworten finden Sie unten.',
    'Siehe unten',
    'Antworten in rot',
    'Mes réponses ci-dessous.',
    'Mes réponses en rouge',
    'Mis respuestas abajo',
    'Le mie risposte sotto, in rosso',
    'Minhas respostas abaixo',
    'Mijn antwoorden staan hieronder',
    'Mina svar finns nedan',
    'Moje odpowiedzi poniżej',
    'Мои ответы ниже',
    'Cevaplarım aşağıda',
    'See my comments in-line.',
    'Inline:',
    'I marked it in yellow.',
    'Ich habe es gelb markiert',
    'Antworten in Gelb',
    '我的答复用黄色标出',
    'I put my answers between your lines.',
    'My replies are in CAPS',
    'Answers in italics',
    'Answers prefixed with >>',
    'My answers begin with ==>',
    'Filled in below.',
    's.u.',
    'Ich antworte zwischen den Zeilen.',
    'Je réponds ci-dessous',
    'Voir mes réponses dans le corps du message.',
    'Te contesto entre líneas',
    'Rispondo sotto',
    'Le risposte sono in corsivo',
    'Respondo abaixo',
    'antwoorden in rood',
    'Zie mijn antwoorden in de tekst',
    'Svar i teksten',
    'Vastaukset alla',
    'Odpowiadam poniżej',
    'Odpovídám níže',
    'Ответы в тексте',
    'Metin içinde yanıtladım',
    '以下に回答します。',
    'インラインで失礼します。',
    '下記に赤字で回答いたします。',
    '答复如下，请查收',
    '请看下面红色部分',
    '아래에 답변드립니다.',
    'Απαντώ παρακάτω',
    'התשובות למטה',
    'الردود أدناه',
    'ตอบด้านล่าง',
  ])('that own words announce: %s', (words) => {
    expectWhole(`${words}\n\n${HEADERS}\n\nWhich size?\nSize 42.\nWhich colour?\nRed.`);
    const html = `<p>${words}</p>${OUTLOOK}<p>Which size?</p><p>Size 42.</p>`;
    expect(shows({ html })).toMatch(/Which size\?\s+Size 42\./);
  });

  it.each([
    'I would like to have the shirt in red, and the trousers in blue, size 42.',
    'Please send me a reply within 24 hours, I have been waiting for two weeks.',
    'Tack för alla era svar, nu fungerar skrivaren som den ska.',
    'Danke für die Antwort, jetzt geht der Drucker wieder.',
  ])('but not for every word of it: %s', (words) => {
    expect(shows({ text: `${words}\n\n${HEADERS}\n\nWhich size?` })).toBe(words);
  });
});

describe('answers that the history shows to be such stay (31.2)', () => {
  const within = (inner: string, before = ''): string =>
    shows({ html: `${before}<p>Thanks.</p>${OUTLOOK}<p>Which size?</p>${inner}<p>Bye</p>` });

  it.each([
    [
      '<p><font color="#ff0000">Size 42.</font></p><p><font color="#ff0000">And</font></p><p><font color="#ff0000">two.</font></p>',
    ],
    ['<p><mark>Size 42.</mark></p>'],
    ['<p><ins>Size 42.</ins></p>'],
    ['<table><tr><td bgcolor="#ffff00">Size 42.</td></tr></table>'],
    ['<p>--&gt; Size 42.</p>'],
    ['<p>[GH] Size 42.</p>'],
    ['<p>[Grace] Size 42.</p>'],
    ['<p>Answer: Size 42.</p>'],
  ])('by %s', (inner) =>
    expect(within(inner)).toMatch(/Which size\?\s+(?:-->|\[GH\]|\[Grace\]|Answer:)?\s*Size 42\./),
  );

  it('by a colour of the style sheet', () => {
    const styles = '<style>p.MsoNormal { margin: 0 } span.EmailStyle19 { color: #C00000 }</style>';
    expect(within('<p><span class="EmailStyle19">Size 42.</span></p>', styles)).toMatch(/Size 42\./);
    expect(within('<p><span class="EmailStyle20">Size 42.</span></p>', styles)).toBe('Thanks.');
  });

  it('not by one colour of all of it', () => {
    const html = `<p>Thanks.</p>${OUTLOOK}<div style="color:blue"><p>Which size?</p><p>Bye</p></div>`;
    expect(shows({ html })).toBe('Thanks.');
  });

  it.each([
    ['color:red', ''],
    ['color:#C00000', ''],
    ['color:rgb(0, 112, 192)', ''],
    ['background:yellow;mso-highlight:yellow', ''],
    ['color:hsl(0, 90%, 40%)', ''],
    ['background-color:#fff2cc', ''],
    ['color:#1F497D', 'a style of Outlook'],
    ['color:#333333', 'grey'],
  ])('in Outlook with %s stay, unless it is %s', (style, usual) => {
    const html = `<p>Thanks.</p>${OUTLOOK}<p>Which size?</p><p><span style="${style}">Size 42.</span></p><p>Which colour?</p><p>Kind regards</p>`;
    if (usual) expect(shows({ html })).toBe('Thanks.');
    else expect(shows({ html })).toMatch(/Which size\?\s+Size 42\./);
  });
});
