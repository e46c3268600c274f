import { readBody } from '../src/email-body';

const answer = { subject: 'Re: Printer', references: ['a@shop.example'] };
const HELP = 'Help &lt;<a href="mailto:help@shop.example">help@shop.example</a>&gt;';
const HEADERS = `<b>From:</b> ${HELP}<br><b>Sent:</b> Tuesday, November 24, 2026 10:00 AM<br><b>To:</b> Grace<br><b>Subject:</b> Printer`;

/** Answers as programs write them in HTML: what they say anew is "It hums." */
const programs: readonly (readonly [string, string])[] = [
  [
    'Outlook on a phone',
    `<div dir="auto">It hums.</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${HEADERS}</font><div>&nbsp;</div></div><div>Is it on?</div>`,
  ],
  [
    'Outlook on a Mac',
    `<p class="MsoNormal">It hums.</p><div id="mail-editor-reference-message-container"><div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${HEADERS}</p></div><p>Is it on?</p></div></div>`,
  ],
  [
    'Outlook within Outlook, with names of x_',
    `<div>It hums.</div><div id="x_divRplyFwdMsg">${HEADERS}</div><div class="x_gmail_quote">Is it on?</div>`,
  ],
  [
    'iPhone',
    `<body dir="auto">It hums.<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 24 Nov 2026, at 10:00, ${HELP} wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">\ufeff<div>Is it on?</div></div></blockquote></body>`,
  ],
  [
    'Gmail',
    `<div dir="ltr">It hums.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, Nov 24, 2026 at 10:00\u202fAM Help &lt;<a href="mailto:help@shop.example">help@shop.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px"><div>Is it on?</div></blockquote></div>`,
  ],
  [
    'Gmail with a signature below its own words',
    `<div dir="ltr">It hums.<br clear="all"><div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">Grace</div></div><br><div class="gmail_quote"><div class="gmail_attr">On Tue, 24 Nov 2026 at 10:00, ${HELP} wrote:<br></div><blockquote class="gmail_quote">Is it on?</blockquote></div>`,
  ],
  [
    'Yahoo',
    `<div class="ydp1yahoo-style-wrap"><div>It hums.</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div style="color:#26282a"><div>On Tuesday, November 24, 2026 at 10:00:00 AM GMT+1, ${HELP} wrote:</div><div><br></div><div>Is it on?</div></div></div>`,
  ],
  [
    'Proton',
    `<div>It hums.</div><div class="protonmail_signature_block"><div>Sent with Proton Mail secure email.</div></div><div class="protonmail_quote">On Tuesday, November 24th, 2026 at 10:00 AM, ${HELP} wrote:<br><br><blockquote class="protonmail_quote" type="cite">Is it on?</blockquote><br></div>`,
  ],
  [
    'Zoho',
    `<div>It hums.</div><div class="zmail_extra_hr" style="border-top:1px solid #ccc"></div><div class="zmail_extra" data-zbluepencil-ignore="true"><div><br></div><div id="Zm-_Id_-Sgn1">---- On Tue, 24 Nov 2026 10:00:00 +0100 <b>${HELP}</b> wrote ---<br></div><div><br></div><blockquote style="margin:0px"><div>Is it on?</div></blockquote></div>`,
  ],
  [
    'Spark',
    `<div name="messageBodySection">It hums.</div><div name="messageReplySection">On 24 Nov 2026 at 10:00 +0100, ${HELP}, wrote:<br><blockquote type="cite" class="spark_quote">Is it on?</blockquote></div>`,
  ],
  [
    'Front',
    `<div>It hums.</div><br><blockquote type="cite" class="front-blockquote">On November 24, 2026, 10:00 AM GMT+1 ${HELP} wrote:<br><div>Is it on?</div></blockquote>`,
  ],
  [
    'Thunderbird, with the answer below',
    `<div class="moz-cite-prefix">On 24/11/2026 10:00, Help wrote:<br></div><blockquote type="cite" cite="mid:x@y"><p>Is it on?</p></blockquote><p>It hums.</p>`,
  ],
  [
    'Tutanota',
    `<div>It hums.</div><div><br></div><div>24 Nov 2026, 10:00 by help@shop.example:<br></div><blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8"><div>Is it on?</div></blockquote>`,
  ],
  [
    'GMX',
    `<div>It hums.</div><div>&nbsp;<div name="quote" style="margin:10px"><div style="margin:0 0 10px 0"><b>Gesendet:</b>&nbsp;Dienstag, 24. November 2026 um 10:00 Uhr<br><b>Von:</b>&nbsp;"Help" &lt;help@shop.example&gt;<br><b>An:</b>&nbsp;grace@client.example<br><b>Betreff:</b>&nbsp;Printer</div><div name="quoted-content">Is it on?</div></div></div>`,
  ],
  [
    'Yandex',
    `<div>It hums.</div><div>\u00a0</div><div>24.11.2026, 10:00, "Help" &lt;help@shop.example&gt;:</div><blockquote><p>Is it on?</p></blockquote>`,
  ],
  [
    'Mail.ru',
    `<div>It hums.</div><blockquote style="border-left:1px solid #0857A6">Вторник, 24 ноября 2026, 10:00 +03:00 от ${HELP}:<br>\u00a0<div>Is it on?</div></blockquote>`,
  ],
  [
    'Lotus Notes',
    `<font size=2>It hums.</font><br><br><table><tr><td>From:</td><td>Help/Shop</td></tr><tr><td>To:</td><td>grace@client.example</td></tr><tr><td>Date:</td><td>24.11.2026 10:00</td></tr><tr><td>Subject:</td><td>Printer</td></tr></table><hr noshade><br>Is it on?`,
  ],
  [
    'Outlook on the web in a language that is not known',
    `<div>It hums.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Frá:</b> ${HELP}<br><b>Sent:</b> 24. nóvember 2026 10:00<br><b>Til:</b> Grace<br><b>Efni:</b> Printer</div><div>Is it on?</div>`,
  ],
  [
    'Gmail in a language that is not known',
    `<div>It hums.</div><div class="gmail_quote"><div class="gmail_attr">Ngày 24/11/2026 hồi 10:00 ${HELP} xyz:</div><blockquote class="gmail_quote">Is it on?</blockquote></div>`,
  ],
  [
    'eM Client',
    `<div>It hums.</div><div>------ Original Message ------</div><div>From "Help" &lt;help@shop.example&gt;</div><div>To grace@client.example</div><div>Date 24.11.2026 10:00:00</div><div>Subject Printer</div><blockquote type="cite" class="cite2"><div>Is it on?</div></blockquote>`,
  ],
  [
    'Open-Xchange',
    `<p>It hums.</p><blockquote type="cite">${HELP} hat am 24.11.2026 10:00 CET geschrieben:<br><br>Is it on?</blockquote>`,
  ],
  [
    'a list that adds its footer',
    `<div>It hums.</div><div class="moz-cite-prefix">On 24/11/2026 10:00, Help wrote:</div><blockquote type="cite">Is it on?</blockquote><pre>_____\nThe list</pre>`,
  ],
];

it.each(programs)('%s: the new is shown, the old is kept beside it', (_name, html) => {
  const { text, quotedText } = readBody({ ...answer, bodies: [{ html }] });
  expect(text).toMatch(
    /^It hums\.(?:\s+(?:Get Outlook for iOS|Sent from my iPhone|--\s*Grace|Sent with Proton[^\n]*|_____\s+The list))?$/,
  );
  expect(quotedText).toContain('Is it on?');
});

it.each(programs)('%s: stays whole in a mail that answers nothing', (_name, html) => {
  const { text, quotedText } = readBody({ subject: 'Printer', references: [], bodies: [{ html }] });
  expect(text).toContain('It hums.');
  expect(text).toContain('Is it on?');
  expect(quotedText).toBeUndefined();
});
