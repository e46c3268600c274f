import { type CorpusMail, mail, utf8 } from './corpus-mail';

/** Answers as the most used programs write them. */
export const quotingMails: CorpusMail[] = [
  mail(
    'Gmail in a browser',
    `
From: Grace Hopper <grace@example.com>
Date: Fri, 20 Nov 2026 10:00:00 +0100
Message-ID: <CAB=gmail-1@mail.gmail.com>
Subject: Re: Printer
Content-Type: multipart/alternative; boundary="000000000000c0ffee"

--000000000000c0ffee
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

It is *on*, and green =E2=9C=94

On Fri, Nov 20, 2026 at 9:00 AM Ada Agent <support@parley.localhost>
wrote:

> Is it on?
>

--000000000000c0ffee
Content-Type: text/html; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

<div dir=3D"ltr">It is <b>on</b>, and green =E2=9C=94</div><br><div class=3D"gmail_quote g=
mail_quote_container"><div dir=3D"ltr" class=3D"gmail_attr">On Fri, Nov 20, 2026 at 9:00=E2=80=AFAM Ada Age=
nt &lt;<a href=3D"mailto:support@parley.localhost">support@parley.localhost</a>&gt; wrote:<br></div><blockquote class=
=3D"gmail_quote" style=3D"margin:0px 0px 0px 0.8ex"><p>Is it on?</p></blockquote></div>

--000000000000c0ffee--
`,
    { text: 'It is on, and green ✔', quoted: 'Is it on?', title: 'Re: Printer' },
  ),
  mail(
    'Outlook for Windows, with the styles of Word',
    `
From: "Hopper, Grace" <grace@example.com>
Subject: AW: Printer
Message-ID: <AM0PR01@AM0PR01.eurprd01.prod.exchangelabs.com>
Content-Type: text/html; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable

<html xmlns:o=3D"urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head>
<body lang=3D"DE" link=3D"#0563C1"><div class=3D"WordSection1">
<p class=3D"MsoNormal">Sch=F6nen Dank, es geht.<o:p></o:p></p>
<p class=3D"MsoNormal"><o:p>&nbsp;</o:p></p>
<div><div style=3D"border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">
<p class=3D"MsoNormal"><b>Von:</b> Ada Agent &lt;support@parley.localhost&gt; <br>
<b>Gesendet:</b> Freitag, 20. November 2026 09:00<br><b>An:</b> Hopper, Grace<br><b>Betreff:</b> Printer<o:p></o:p></p>
</div></div>
<p class=3D"MsoNormal"><o:p>&nbsp;</o:p></p>
<p class=3D"MsoNormal">Ist er an?</p>
</div></body></html>
`,
    { text: 'Schönen Dank, es geht.', quoted: 'Ist er an?' },
  ),
  mail(
    'Outlook in a browser',
    `
From: grace@example.com
Subject: Re: Printer
Message-ID: <outlook-web@outlook.com>
Content-Type: text/html; charset=utf-8

<html><body dir="ltr"><div class="elementToProof">It works.</div>
<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">
<div id="divRplyFwdMsg" dir="ltr"><font><b>From:</b> Ada &lt;support@parley.localhost&gt;<br><b>Sent:</b> Friday</font></div>
<div>Is it on?</div></body></html>
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'Apple Mail',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-Id: <9C5A-APPLE@icloud.com>
Content-Type: multipart/alternative; boundary="Apple-Mail=_1"

--Apple-Mail=_1
Content-Type: text/plain; charset=us-ascii

Yes.

> On 20 Nov 2026, at 09:00, Ada <support@parley.localhost> wrote:
> 
> Is it on?

--Apple-Mail=_1
Content-Type: text/html; charset=us-ascii

<html><body style="overflow-wrap: break-word;">Yes.<br><div><br><blockquote type="cite"><div>On 20 Nov 2026, at 09:00, Ada &lt;support@parley.localhost&gt; wrote:</div><br><div>Is it on?</div></blockquote></div><br></body></html>
--Apple-Mail=_1--
`,
    { text: 'Yes.', quoted: 'Is it on?' },
  ),
  mail(
    'Thunderbird',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <thunderbird-1@example.com>
Content-Type: text/html; charset=UTF-8

<html><body><p>It hums.</p><div class="moz-cite-prefix">On 11/20/26 09:00, Ada wrote:<br></div>
<blockquote type="cite" cite="mid:x@parley.localhost"><p>Is it on?</p></blockquote></body></html>
`,
    { text: 'It hums.', quoted: 'Is it on?' },
  ),
  mail(
    'a program that sets its line above a quote by itself',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <odd-1@example.com>
Content-Type: text/html; charset=UTF-8

<div>It rings.</div><div>20.11.2026, 09:00, Ada &lt;<a href="mailto:a@b.c">a@b.c</a>&gt;:</div><blockquote type="cite">Is it on?</blockquote>
`,
    { text: 'It rings.', quoted: 'Is it on?' },
  ),
  mail(
    'a phone that writes text alone, in French',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <phone-fr@example.com>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

${utf8('Ça marche, merci !')}

Le ven. 20 nov. 2026 ${utf8('à')} 09:00, Ada <support@parley.localhost> a ${utf8('écrit')} :
> Est-elle en marche ?
`,
    { text: 'Ça marche, merci !', quoted: 'Est-elle en marche' },
  ),
  mail(
    'Outlook that writes text alone',
    `
From: Grace <grace@example.com>
Subject: RE: Printer
Message-ID: <outlook-text@example.com>
Content-Type: text/plain; charset=us-ascii

It works.

________________________________
From: Ada <support@parley.localhost>
Sent: Friday, November 20, 2026 9:00
To: Grace
Subject: Printer

Is it on?
`,
    { text: 'It works.', quoted: 'Is it on?' },
  ),
  mail(
    'answers between the quotes, which stay with them',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <between@example.com>
Content-Type: text/plain

On Fri, Nov 20, 2026 at 9:00 AM Ada <support@parley.localhost> wrote:

> Is it on?
Yes.

> Is it green?
No.
`,
    {
      text: 'On Fri, Nov 20, 2026 at 9:00 AM Ada <support@parley.localhost> wrote:\n> Is it on?\nYes.\n> Is it green?\nNo.',
    },
  ),
  mail(
    'a mail that is handed on below own words',
    `
From: Grace <grace@example.com>
Subject: Fwd: Offer
Message-ID: <forward@example.com>
Content-Type: text/html

<div dir="ltr">What is this?<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Shop &lt;shop@example.com&gt;<br></div>Buy now</div></div>
`,
    { text: 'What is this?', quoted: 'Buy now' },
  ),
  mail(
    'nothing but a quote, which is kept',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <only-quote@example.com>
Content-Type: text/html

<blockquote type="cite">Is it on?</blockquote>
`,
    { text: 'Is it on?' },
  ),
];
