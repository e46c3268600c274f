import { type CorpusMail, mail } from './corpus-mail';

/** Mails in other charsets, and mails that break the rules. */
export const oddMails: CorpusMail[] = [
  mail(
    'Japanese in ISO-2022-JP, with its subject',
    `
From: =?ISO-2022-JP?B?GyRCOzMlLBsoQg==?= <grace@example.com>
Subject: =?ISO-2022-JP?B?GyRCJDMkcyRLJEEkTxsoQg==?=
Message-ID: <iso2022@example.jp>
Content-Type: text/plain; charset=ISO-2022-JP
Content-Transfer-Encoding: 7bit

\x1b$B$3$s$K$A$O\x1b(B
`,
    { text: 'こんにちは', title: 'こんにちは' },
  ),
  mail(
    'Russian in windows-1251, by base64 in odd lines',
    `
From: grace@example.com
Subject: =?windows-1251?B?z/Do4uXy?=
Message-ID: <cp1251@example.ru>
Content-Type: text/plain; charset="windows-1251"
Content-Transfer-Encoding: base64

z/Do
4uXy
`,
    { text: 'Привет', title: 'Привет' },
  ),
  mail(
    'a charset that does not exist and one that lies',
    `
From: grace@example.com
Subject: Caf\xe9
Message-ID: <lies@example.com>
Content-Type: text/plain; charset=x-unknown-8bit

plain words
`,
    { text: 'plain words' },
  ),
  mail(
    'no MIME headers, no date and bare line ends',
    'From: grace@example.com\nSubject: old\nMessage-ID: <old@example.com>\n\nJust text.\n',
    { text: 'Just text.', title: 'old' },
  ),
  mail(
    'control characters and half of a surrogate',
    `
From: grace@example.com
Subject: a\x00b\x07c
Message-ID: <controls@example.com>
Content-Type: text/plain; charset=utf-8

bell\x07 nul\x00 end
`,
    { text: 'bell nul end' },
  ),
  mail(
    'a mail that breaks off within its parts',
    `
From: grace@example.com
Subject: half
Message-ID: <half@example.com>
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain

The beginning
--b
Content-Type: multipart/alternative; boundary="c"

--c
Content-Type: text/html

<p>and a bit <b>mo`,
    { text: 'The beginning\nand a bit mo' },
  ),
  mail(
    'scripts, forms, styles and a pixel that watches',
    `
From: grace@example.com
Subject: evil
Message-ID: <evil@example.com>
Content-Type: text/html

<style>p{color:red}</style><script>alert(1)</script><p onclick="alert(1)">Hello <a href="javascript:alert(1)">you</a></p><img src="https://spy.example/p.gif" width="1" height="1"><form><input value=x></form>
`,
    { text: 'Hello you' },
  ),
  mail(
    'the signs of windows-1252, by quoted-printable',
    `
From: Grace <grace@example.com>
Subject: =?windows-1252?Q?=80_5?=
Message-ID: <world-22@example.com>
Content-Type: text/plain; charset="windows-1252"
Content-Transfer-Encoding: quoted-printable

100 =80 =96 =93really=94=85
`,
    { text: '100 € – “really”…', title: '€ 5' },
  ),
  mail(
    'the signs of windows-1252 in a mail that names ISO 8859-1',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-23@example.com>
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: 8bit

<p>100 \x80 \x96 gr\xfc\xdfe</p>
`,
    { text: '100 € – grüße' },
  ),
  mail(
    'no charset, as old programs write',
    `
From: Grace <grace@example.com>
Subject: Gr\xf6\xdfe
Message-ID: <world-24@example.com>
Content-Type: text/plain

Gr\xfc\xdfe aus K\xf6ln, 5 \x80
`,
    { text: 'Grüße aus Köln, 5 €', title: 'Größe' },
  ),
  mail(
    'a charset that lies, by quoted-printable',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-25@example.com>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

sch=F6n
`,
    { text: 'schön' },
  ),
  mail(
    'one wrong byte among right ones',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-26@example.com>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

sch=C3=B6n =FF
`,
    { text: 'schön \ufffd' },
  ),
  mail(
    'parts that are not where it says',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-27@example.com>
Content-Type: multipart/mixed; boundary=zzz

the body is here
`,
    { text: 'the body is here' },
  ),
  mail(
    'parts without a boundary',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-28@example.com>
Content-Type: multipart/alternative

the body is here
`,
    { text: 'the body is here' },
  ),
  mail(
    'text around a picture, as Apple writes it',
    `
From: Grace <grace@example.com>
Subject: Re: Printer
Message-ID: <world-29@example.com>
Content-Type: multipart/mixed; boundary="m"

--m
Content-Type: text/plain

Before.
--m
Content-Type: image/jpeg; name="a.jpeg"
Content-Disposition: inline; filename="a.jpeg"
Content-Transfer-Encoding: base64

/9j/4AAQSkZJRg==
--m
Content-Type: text/plain

After.
--m--
`,
    { text: 'Before.\nAfter.' },
  ),
];
