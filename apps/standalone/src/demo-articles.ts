/** An article of the demo; the content is Markdown. */
export interface DemoArticle {
  externalId: string;
  title: Record<string, string>;
  description: Record<string, string>;
  content: Record<string, string>;
  tags: string[];
  /** Only contacts with a userId see it. */
  targetAudience?: 'users';
  /** Only the team sees it. */
  isDraft?: true;
}

/** Articles about orders. */
export const orderArticles: DemoArticle[] = [
  {
    externalId: 'demo-delivery-address',
    title: { en: 'Change the delivery address of an order', de: 'Lieferadresse einer Bestellung ändern' },
    description: {
      en: 'What you can change until the parcel leaves, and what to do afterwards.',
      de: 'Was sich bis zum Versand ändern lässt und was danach hilft.',
    },
    content: {
      en: `You can change the address yourself as long as the order shows **Preparing**.

1. Open **Orders** and choose the order.
2. Choose **Details**, then **Change address**.
3. Enter the new address and save. You get a confirmation by e-mail within a few minutes.

## The order shows Shipped

The label is printed by then and we can no longer change it. Open the tracking link in the shipping e-mail: most carriers \
let you choose a neighbour, a pick-up point or another day.

## The parcel came back

An address that cannot be delivered to brings the parcel back to us. We write to you as soon as it arrives and send it \
again free of charge, once you have confirmed the address.`,
      de: `Solange die Bestellung **In Vorbereitung** ist, ändern Sie die Adresse selbst.

1. Öffnen Sie **Bestellungen** und wählen Sie die Bestellung.
2. Wählen Sie **Details**, dann **Adresse ändern**.
3. Geben Sie die neue Adresse ein und speichern Sie. Die Bestätigung kommt nach wenigen Minuten per E-Mail.

## Die Bestellung ist versandt

Dann ist das Etikett gedruckt. Über den Link zur Sendungsverfolgung wählen Sie bei den meisten Paketdiensten einen \
Nachbarn, eine Abholstelle oder einen anderen Tag.

## Das Paket kam zurück

Ist eine Adresse nicht zustellbar, kommt das Paket zu uns zurück. Wir melden uns bei Ihnen und senden es kostenlos noch \
einmal, sobald Sie die Adresse bestätigt haben.`,
    },
    tags: ['orders', 'delivery'],
  },
  {
    externalId: 'demo-invoices',
    title: { en: 'Find and download your invoices', de: 'Rechnungen finden und herunterladen' },
    description: {
      en: 'Where invoices are, when they are made, and how to correct one.',
      de: 'Wo Rechnungen liegen, wann sie entstehen und wie sie berichtigt werden.',
    },
    content: {
      en: `Every invoice is in your account under **Billing**, **Invoices**, as a PDF. They stay there for ten years.

## An invoice is missing

- Invoices for the past month are made on the first working day of the next one. Late on that day all of them are there.
- Orders paid with a gift card alone have a receipt instead, on the page of the order.
- Look at the top right which company you are signed in for: each has invoices of its own.

## The address or tax number is wrong

Correct it under **Billing**, **Details**: invoices from then on carry the new one. For an invoice that exists, write to \
us with its number. We cancel it and send you a corrected one.

## Invoices by e-mail

Under **Billing**, **Notifications**, enter up to five addresses. Each of them gets every new invoice as an attachment.`,
      de: `Alle Rechnungen liegen als PDF in Ihrem Konto unter **Abrechnung**, **Rechnungen**, zehn Jahre lang.

## Eine Rechnung fehlt

- Rechnungen eines Monats entstehen am ersten Werktag des nächsten. Am Abend dieses Tages sind alle da.
- Wurde nur mit einem Gutschein bezahlt, steht auf der Seite der Bestellung ein Beleg.
- Oben rechts steht, für welche Firma Sie angemeldet sind: Jede hat eigene Rechnungen.

## Anschrift oder Steuernummer stimmen nicht

Berichtigen Sie sie unter **Abrechnung**, **Angaben**: Neue Rechnungen tragen die neue. Nennen Sie uns für eine, die es \
schon gibt, deren Nummer. Wir stornieren sie und senden eine berichtigte.

## Rechnungen per E-Mail

Tragen Sie unter **Abrechnung**, **Benachrichtigungen** bis zu fünf Adressen ein. Jede bekommt neue Rechnungen als Anhang.`,
    },
    tags: ['billing'],
  },
  {
    externalId: 'demo-export-orders',
    title: { en: 'Export your orders', de: 'Bestellungen exportieren' },
    description: {
      en: 'Get your orders as a CSV file, and what helps when an export stops.',
      de: 'Bestellungen als CSV-Datei, und was bei einem Abbruch hilft.',
    },
    content: {
      en: `1. Open **Orders** and set the filters for what you need.
2. Choose **Export**, then **CSV**.
3. The file downloads at once, up to 10,000 orders. For more, a link comes by e-mail and is valid for seven days.

The file is UTF-8 with commas, and its first row has the names of the columns. In a spreadsheet, import it with \
**Data**, **From text**: opened with a double click, some programs take order numbers for dates.

## The export stops with an error

- Choose a shorter period. Two exports of six months work where one of a year does not.
- Wait a minute before the next try: one export per account runs at a time.
- If it stops again at the same place, write to us with the time of your try and the filters. Do not send the file.`,
      de: `1. Öffnen Sie **Bestellungen** und filtern Sie, was Sie brauchen.
2. Wählen Sie **Exportieren**, dann **CSV**.
3. Bis 10.000 Bestellungen lädt die Datei sofort. Für mehr kommt ein Link per E-Mail, der sieben Tage gilt.

Die Datei ist UTF-8 mit Kommas, die erste Zeile nennt die Spalten. Importieren Sie sie in die Tabelle mit **Daten**, **Aus \
Text**: Beim Doppelklick halten manche Programme Bestellnummern für ein Datum.

## Der Export bricht ab

- Wählen Sie einen kürzeren Zeitraum. Zwei Exporte über sechs Monate gelingen, wo einer über ein Jahr abbricht.
- Warten Sie vor dem nächsten Versuch eine Minute: Je Konto läuft ein Export.
- Bricht er wieder an derselben Stelle ab, nennen Sie uns Uhrzeit und Filter. Senden Sie die Datei nicht mit.`,
    },
    tags: ['orders', 'export'],
  },
];
