import { readBody } from '../src/email-body';

const answer = { subject: 'Re: Printer', references: ['a@shop.example'] };
const HELP = 'Help <help@shop.example>';
const GRACE = 'Grace <grace@client.example>';

/** Labels of sender, date, recipient and subject, with a date, as Outlook and others write them. */
const blocks: readonly (readonly [string, string, string, string, string, string])[] = [
  ['English', 'From', 'Sent', 'Tuesday, November 24, 2026 10:00 AM', 'To', 'Subject'],
  ['German', 'Von', 'Gesendet', 'Dienstag, 24. November 2026 10:00', 'An', 'Betreff'],
  ['French', 'De ', 'Envoyé ', 'mardi 24 novembre 2026 10:00', 'À ', 'Objet '],
  ['Spanish', 'De', 'Enviado el', 'martes, 24 de noviembre de 2026 10:00', 'Para', 'Asunto'],
  ['Italian', 'Da', 'Inviato', 'martedì 24 novembre 2026 10:00', 'A', 'Oggetto'],
  ['Portuguese', 'De', 'Enviada em', 'terça-feira, 24 de novembro de 2026 10:00', 'Para', 'Assunto'],
  ['Dutch', 'Van', 'Verzonden', 'dinsdag 24 november 2026 10:00', 'Aan', 'Onderwerp'],
  ['Danish', 'Fra', 'Sendt', '24. november 2026 10:00', 'Til', 'Emne'],
  ['Swedish', 'Från', 'Skickat', 'den 24 november 2026 10:00', 'Till', 'Ämne'],
  ['Norwegian', 'Fra', 'Dato', 'tirsdag 24. november 2026 kl. 10:00', 'Til', 'Emne'],
  ['Finnish', 'Lähettäjä', 'Lähetetty', 'tiistai 24. marraskuuta 2026 10.00', 'Vastaanottaja', 'Aihe'],
  ['Polish', 'Od', 'Wysłano', 'wtorek, 24 listopada 2026 10:00', 'Do', 'Temat'],
  ['Czech', 'Od', 'Odesláno', 'úterý 24. listopadu 2026 10:00', 'Komu', 'Předmět'],
  ['Russian', 'От', 'Отправлено', '24 ноября 2026 г. 10:00', 'Кому', 'Тема'],
  ['Ukrainian', 'Від', 'Надіслано', '24 листопада 2026 р. 10:00', 'Кому', 'Тема'],
  ['Turkish', 'Kimden', 'Gönderildi', '24 Kasım 2026 Salı 10:00', 'Kime', 'Konu'],
  ['Japanese', '差出人', '送信日時', '2026年11月24日 10:00', '宛先', '件名'],
  ['Chinese', '发件人', '发送时间', '2026年11月24日 10:00', '收件人', '主题'],
  ['Chinese of Taiwan', '寄件者', '寄件日期', '2026年11月24日 10:00', '收件者', '主旨'],
  ['Korean', '보낸 사람', '날짜', '2026년 11월 24일 10:00', '받는 사람', '제목'],
  ['Korean, Outlook', '보낸 사람', '보낸 날짜', '2026년 11월 24일 화요일 오전 10:00', '받는 사람', '제목'],
  ['Korean, a web mailer', '보낸사람', '날짜', '2026년 11월 24일 화요일, 10시 00분 00초', '받는사람', '제목'],
  ['Japanese, Outlook', '差出人', '日付', '2026年11月24日 火曜日 10:00', '宛先', '件名'],
  ['Chinese, a web mailer', '发件人', '发送时间', '2026年11月24日(星期二) 10:00', '收件人', '主\u3000题'],
  [
    'Portuguese of Brazil',
    'De',
    'Enviado em',
    'terça-feira, 24 de novembro de 2026 10:00',
    'Para',
    'Assunto',
  ],
  ['Polish, earlier', 'Od', 'Wysłane', 'wtorek, 24 listopada 2026 10:00', 'Do', 'Temat'],
  ['Hungarian', 'Feladó', 'Elküldve', '2026. november 24., kedd 10:00', 'Címzett', 'Tárgy'],
  ['Greek', 'Από', 'Εστάλη', 'Τρίτη, 24 Νοεμβρίου 2026 10:00 πμ', 'Προς', 'Θέμα'],
  ['Romanian', 'De la', 'Trimis', 'marți, 24 noiembrie 2026 10:00', 'Către', 'Subiect'],
  ['Bulgarian', 'От', 'Изпратено', 'вторник, 24 ноември 2026 г. 10:00', 'До', 'Относно'],
  ['Slovak', 'Od', 'Odoslané', 'utorok 24. novembra 2026 10:00', 'Komu', 'Predmet'],
  ['Croatian', 'Od', 'Poslano', 'utorak, 24. studenoga 2026. 10:00', 'Prima', 'Predmet'],
  ['Hebrew', 'מאת', 'נשלח', 'יום שלישי 24 נובמבר 2026 10:00', 'אל', 'נושא'],
  ['Arabic', 'من', 'تم الإرسال', '24 نوفمبر 2026 10:00', 'إلى', 'الموضوع'],
  ['Thai', 'จาก', 'ส่ง', '24 พฤศจิกายน 2026 10:00', 'ถึง', 'เรื่อง'],
];

const writeBlock = (from: string, sent: string, date: string, to: string, subject: string): string =>
  `${from}: ${HELP}\n${sent}: ${date}\n${to}: ${GRACE}\n${subject}: Printer`;

describe.each(blocks)('headers in %s (31.10)', (_language, ...labels) => {
  const block = writeBlock(...labels);

  it('begin history in text, also in bold and below strokes', () => {
    for (const head of [
      block,
      block.replaceAll(/^([^:\n]+):/gm, '*$1:*'),
      `________________________________\n${block}`,
    ])
      expect(readBody({ ...answer, bodies: [{ text: `It hums.\n\n${head}\n\nIs it on?` }] })).toMatchObject({
        text: 'It hums.',
        quotedText: expect.stringContaining('Is it on?') as string,
      });
  });

  it('begin history in HTML, in lines or in a table', () => {
    const lines = block.replaceAll('<', '&lt;').replaceAll('>', '&gt;').split('\n');
    const bold = lines.map((line) => line.replace(/^([^:]+:)/, '<b>$1</b>'));
    const rows = lines.map((line) => `<tr><td>${line.replace(/: /, ':</td><td>')}</td></tr>`);
    for (const head of [`<p>${bold.join('<br>')}</p>`, `<table>${rows.join('')}</table>`])
      expect(
        readBody({ ...answer, bodies: [{ html: `<p>It hums.</p>${head}<p>Is it on?</p>` }] }),
      ).toMatchObject({
        text: 'It hums.',
        quotedText: expect.stringContaining('Is it on?') as string,
      });
  });

  it('are no history in a mail that answers nothing', () => {
    const text = `It hums.\n\n${block}\n\nIs it on?`;
    expect(readBody({ subject: 'Printer', references: [], bodies: [{ text }] }).text).toBe(text);
  });
});

it.each([
  ['Re: x', true],
  ['AW: x', true],
  ['Antw.: x', true],
  ['SV: x', true],
  ['RE[2]: x', true],
  ['RIF: x', true],
  ['Odp: x', true],
  ['YNT: x', true],
  ['回复：x', true],
  ['답장: x', true],
  ['RE : x', true],
  ['[support] Re: x', true],
  ['Relay: x', false],
  ['Report', false],
  ['x Re: y', false],
])('the subject %j answers: %s', (subject, isAnswer) => {
  const text = `It hums.\n\n${writeBlock('From', 'Sent', '24 Nov 2026 10:00', 'To', 'Subject')}\n\nIs it on?`;
  expect(readBody({ subject, references: [], bodies: [{ text }] }).text).toBe(isAnswer ? 'It hums.' : text);
});
