import { type CorpusMail, mail, utf8 } from './corpus-mail';

/** Answers as other programs and languages have them, and what only looks like one. */
export const moreQuotingMails: CorpusMail[] = [
  mail(
    'Yahoo on a phone',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-1@example.com>
Content-Type: text/html; charset=utf-8

It works.<br><p class="yahoo-quoted-begin">On Friday, November 20, 2026, 9:00 AM, Support &lt;support@parley.localhost&gt; wrote:</p><blockquote class="iosymail"><div>Is it on?</div></blockquote>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'GMX and web.de',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-2@example.com>
Content-Type: text/html; charset=utf-8

<div><div>Es geht.</div><div>&nbsp;<div name="quote" style="border-left:2px solid"><div><b>Gesendet:</b>&nbsp;Freitag<br/><b>Von:</b>&nbsp;Support<br/><b>Betreff:</b>&nbsp;Printer</div><div name="quoted-content">Ist er an?</div></div></div></div>
`,
    { text: 'Es geht.', quoted: 'Ist er an?' },
  ),
  mail(
    'Samsung',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-3@example.com>
Content-Type: text/html; charset=utf-8

<body><div dir="auto">It works.</div><div><br></div><div align="left"><div>-------- Original message --------</div><div>From: Support &lt;support@parley.localhost&gt; </div><div>Date: 11/20/26  09:00 </div><div>To: x </div><div>Subject: Printer </div></div><div>Is it on?</div></body>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'QQ Mail',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-4@example.com>
Content-Type: text/html; charset=utf-8

<div>It works.</div><div style="font-size:12px">------------------&nbsp;Original&nbsp;------------------</div><div style="background:#efefef"><div><b>From:</b>&nbsp;"Support"&lt;support@parley.localhost&gt;;</div><div><b>Date:</b>&nbsp;Fri, Nov 20, 2026 09:00 AM</div><div><b>To:</b>&nbsp;"x"</div></div><div>Is it on?</div>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'Notes',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-5@example.com>
Content-Type: text/html; charset=utf-8

<span>It works.</span><br><br><span>From: &nbsp; </span><span>Support &lt;support@parley.localhost&gt;</span><br><span>To: </span><span>Grace</span><br><span>Subject: </span><span>Printer</span><br><hr><br>Is it on?<br>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'Outlook with a line of another colour',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-6@example.com>
Content-Type: text/html; charset=utf-8

<div class=WordSection1><p>It works.</p><div style="border:none;border-top:solid windowtext 1.0pt"><p><b>From:</b> Support &lt;support@parley.localhost&gt;<br><b>Sent:</b> Friday<br><b>To:</b> Grace</p></div><p>Is it on?</p></div>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'AOL',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-7@example.com>
Content-Type: text/html; charset=utf-8

<div>It works.</div><div>-----Original Message-----<br/>From: Support &lt;support@parley.localhost&gt;<br/>To: x<br/>Subject: Printer<br/><br/><div>Is it on?</div></div>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'Zimbra',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-8@example.com>
Content-Type: text/html; charset=utf-8

<div><div>It works.</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><blockquote><b>From: </b>"Support"<br></blockquote></div><div data-marker="__QUOTED_TEXT__"><blockquote>Is it on?</blockquote></div></div>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'NetEase, whose quote has no mark',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-9@example.com>
Content-Type: text/html; charset=utf-8

<div><div>It works.</div><p>At 2026-11-20 09:00:00, "Support" &lt;<a href="mailto:s@x.example">s@x.example</a>&gt; wrote:</p><blockquote style="margin:0"><p>Is it on?</p></blockquote></div>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'Mail.ru, whose quote begins with its author',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-10@example.com>
Content-Type: text/html; charset=utf-8

${utf8(`<div>Работает.</div><blockquote>20 ноября 2026, 9:00 +03:00 от Support &lt;support@parley.localhost&gt;:<br><p>Is it on?</p></blockquote>`)}
`,
    { text: 'Работает.', quoted: 'Is it on?' },
  ),
  mail(
    'Outlook that writes text alone, after some words',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-11@example.com>
Content-Type: text/plain

It works.

-----Original Message-----
From: Support <support@parley.localhost>
Sent: Friday, November 20, 2026 9:00 AM
To: Grace
Subject: Printer

Is it on?
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'Outlook that writes text alone, without a line between',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-12@example.com>
Content-Type: text/plain

Es geht.

Von: Support <support@parley.localhost>
Gesendet: Freitag, 20. November 2026 09:00
An: Grace <grace@example.com>
Betreff: Printer

Ist er an?
`,
    { text: 'Es geht.', quoted: 'Ist er an?' },
  ),
  mail(
    'Gmail that writes text alone, in German',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-13@example.com>
Content-Type: text/plain; charset=utf-8

${utf8(`Es geht.

Am Fr., 20. Nov. 2026 um 09:00 Uhr schrieb Support <
support@parley.localhost>:

> Is it on?
`)}
`,
    { text: 'Es geht.', quoted: 'Is it on?' },
  ),
  mail(
    'Gmail that writes text alone, in Japanese',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-14@example.com>
Content-Type: text/plain; charset=utf-8

${utf8(`動きました。

2026年11月20日(金) 9:00 Support <support@parley.localhost>:

> Is it on?
`)}
`,
    { text: '動きました。', quoted: 'Is it on?' },
  ),
  mail(
    'Gmail that writes text alone, in Chinese',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-15@example.com>
Content-Type: text/plain; charset=utf-8

${utf8(`好了。

Support <support@parley.localhost> 于2026年11月20日周五 09:00写道：

> Is it on?
`)}
`,
    { text: '好了。', quoted: 'Is it on?' },
  ),
  mail(
    'Gmail that writes text alone, in Polish',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-16@example.com>
Content-Type: text/plain; charset=utf-8

${utf8(`Działa.

pt., 20 lis 2026 o 09:00 Support <support@parley.localhost> napisał(a):

> Is it on?
`)}
`,
    { text: 'Działa.', quoted: 'Is it on?' },
  ),
  mail(
    'Gmail that writes text alone, in Russian',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-17@example.com>
Content-Type: text/plain; charset=utf-8

${utf8(`Работает.

пт, 20 нояб. 2026 г. в 09:00, Support <support@parley.localhost>:

> Is it on?
`)}
`,
    { text: 'Работает.', quoted: 'Is it on?' },
  ),
  mail(
    'a program that names the author alone',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-author@example.com>
Content-Type: text/plain

It works.

Ada Agent wrote:
> Is it on?
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'a program that marks the headers too',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-marked@example.com>
Content-Type: text/plain

It works.

> -----Original Message-----
> From: Support <support@parley.localhost>
> Sent: Friday
> To: Grace
>
> Is it on?
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'a form, whose lines look like headers and answer nothing',
    `
From: Grace <grace@example.com>
Subject: New request
Message-ID: <world-form@example.com>
Content-Type: text/plain

Somebody wrote.

From: Grace
To: Support
Subject: Printer

It is on fire.
`,
    { text: 'Somebody wrote.\nFrom: Grace\nTo: Support\nSubject: Printer\nIt is on fire.' },
  ),
  mail(
    'text that has the marks of a quote and is none',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-18@example.com>
Content-Type: text/plain

My code, version 42, is:

> echo hi

and it fails.
`,
    { text: 'My code, version 42, is:\n> echo hi\nand it fails.' },
  ),
  mail(
    'text that ends with such marks',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-19@example.com>
Content-Type: text/plain

The error says:
> E42 printer on fire
`,
    { text: 'The error says:\n> E42 printer on fire' },
  ),
  mail(
    'Outlook that hands a mail on, which only its subject tells',
    `
From: Grace <grace@example.com>
Subject: WG: Your order
Message-ID: <world-20@example.com>
Content-Type: text/html; charset=utf-8

<p>What can I do?</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Shop &lt;shop@example.com&gt;<br><b>Sent:</b> Friday<br><b>Subject:</b> Your order</p></div><p>Your order is late.</p>
`,
    { text: 'What can I do?', quoted: 'Your order is late.', title: 'WG: Your order' },
  ),
  mail(
    'lines that are to be joined again',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-21@example.com>
Content-Type: text/plain; charset=utf-8; format=flowed

This goes 
on and 
on.

On 11/20/26 09:00, Support wrote:
> Is it on?
`,
    { text: 'This goes on and on.', quoted: 'Is it on?' },
  ),
];
