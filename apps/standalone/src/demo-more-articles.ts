import type { DemoArticle } from './demo-articles';

/** Articles about sending things back. */
export const returnArticles: DemoArticle[] = [
  {
    externalId: 'demo-return',
    title: { en: 'Send something back', de: 'Etwas zurückschicken' },
    description: {
      en: 'You have 30 days, and the label is free.',
      de: 'Sie haben 30 Tage Zeit, und das Etikett ist kostenlos.',
    },
    content: {
      en: `You can send back anything within **30 days** of its arrival, without a reason.

1. Open **Orders**, choose the order and then **Return**.
2. Choose what goes back and print the label. No printer? Choose **Code** and show it at the counter of the carrier.
3. Put everything into a box and hand it in within 14 days.

## What cannot be sent back

- Food and flowers
- Earphones whose seal is broken
- Things that were made for you

> Damaged on arrival? Write to us with a photo. You keep the thing and get a new one.`,
      de: `Sie können alles innerhalb von **30 Tagen** nach der Ankunft zurückschicken, ohne Begründung.

1. Öffnen Sie **Bestellungen**, wählen Sie die Bestellung und dann **Rückgabe**.
2. Wählen Sie, was zurückgeht, und drucken Sie das Etikett. Kein Drucker? Mit **Code** geht es am Schalter des Paketdienstes.
3. Legen Sie alles in einen Karton und geben Sie ihn innerhalb von 14 Tagen ab.

## Was nicht zurückgehen kann

- Lebensmittel und Blumen
- Ohrhörer, deren Siegel gebrochen ist
- Dinge, die für Sie angefertigt wurden

> Beschädigt angekommen? Schreiben Sie uns mit einem Foto. Sie behalten das Stück und bekommen ein neues.`,
    },
    tags: ['returns'],
  },
  {
    externalId: 'demo-refund',
    title: { en: 'When does my refund arrive?', de: 'Wann kommt meine Erstattung?' },
    description: {
      en: 'How long each way of paying takes.',
      de: 'Wie lange es bei welcher Zahlungsart dauert.',
    },
    content: {
      en: `We pay back on the day on which your parcel is checked, usually two days after its arrival.

| way of paying | arrives after |
|---|---|
| Card | 5 to 10 days |
| Bank transfer | 2 days |
| Gift card | at once |

You get an e-mail as soon as the refund is on its way. If nothing has arrived after 14 days, write to us with the number of \
the order.`,
      de: `Wir erstatten an dem Tag, an dem Ihr Paket geprüft wird, meist zwei Tage nach der Ankunft.

| Zahlungsart | kommt an nach |
|---|---|
| Karte | 5 bis 10 Tagen |
| Überweisung | 2 Tagen |
| Gutschein | sofort |

Sie bekommen eine E-Mail, sobald die Erstattung unterwegs ist. Ist nach 14 Tagen nichts angekommen, schreiben Sie uns mit der \
Nummer der Bestellung.`,
    },
    tags: ['returns', 'refund'],
  },
];

/** Articles about accounts, one for known contacts only and one that is not published yet. */
export const accountArticles: DemoArticle[] = [
  {
    externalId: 'demo-password',
    title: { en: 'Reset your password', de: 'Passwort zurücksetzen' },
    description: {
      en: 'A link by e-mail, good for one hour.',
      de: 'Ein Link per E-Mail, eine Stunde lang gültig.',
    },
    content: {
      en: `1. Choose **Forgot password** on the login page.
2. Enter the address of your account. The mail arrives within a minute; look into the spam folder too.
3. Open the link and choose a new password of at least 12 characters.

The link is good for **one hour** and for one use. Ask for a new one when it has expired.`,
      de: `1. Wählen Sie auf der Anmeldeseite **Passwort vergessen**.
2. Geben Sie die Adresse Ihres Kontos ein. Die Mail kommt innerhalb einer Minute; sehen Sie auch im Spam-Ordner nach.
3. Öffnen Sie den Link und wählen Sie ein neues Passwort mit mindestens 12 Zeichen.

Der Link gilt **eine Stunde** und einmal. Fordern Sie einen neuen an, wenn er abgelaufen ist.`,
    },
    tags: ['account', 'password'],
  },
  {
    externalId: 'demo-wholesale',
    title: { en: 'Prices for business customers', de: 'Preise für Geschäftskunden' },
    description: {
      en: 'Shown to customers who are logged in.',
      de: 'Nur für angemeldete Kunden sichtbar.',
    },
    content: {
      en: `From 50 pieces on, an order costs **10 % less**, from 500 pieces on **18 %**. The discount is taken off in the basket.`,
      de: `Ab 50 Stück kostet eine Bestellung **10 % weniger**, ab 500 Stück **18 %**. Der Rabatt wird im Warenkorb abgezogen.`,
    },
    tags: ['account', 'business'],
    targetAudience: 'users',
  },
  {
    externalId: 'demo-loyalty',
    title: { en: 'Our loyalty programme', de: 'Unser Treueprogramm' },
    description: {
      en: 'A draft: nobody but the team sees it.',
      de: 'Ein Entwurf: Nur das Team sieht ihn.',
    },
    content: {
      en: 'You will collect one point for every euro. This article is published when the programme begins.',
      de: 'Für jeden Euro sammeln Sie einen Punkt. Der Artikel erscheint, wenn das Programm beginnt.',
    },
    tags: ['account'],
    isDraft: true,
  },
];
