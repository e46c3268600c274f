/** A short document of the labelled set. */
export interface LabelledDocument {
  id: string;
  lang: string;
  title: string;
  text: string;
}

/**
 * A question of the labelled set. `words`: it shares telling words with its document; `paraphrase`: it says the same in other
 * words of the document's language; `foreign`: it is in another language.
 */
export interface LabelledQuestion {
  id: string;
  lang: string;
  kind: 'words' | 'paraphrase' | 'foreign';
  text: string;
}

const documents: readonly (readonly [id: string, lang: string, title: string, text: string])[] = [
  [
    'refund',
    'en',
    'Refunds',
    'A refund takes 14 days after the goods have arrived at our warehouse. We pay it to the card that you used.',
  ],
  [
    'shipping',
    'en',
    'Shipping times',
    'Parcels within the country arrive in two days. Shipping abroad takes up to ten days.',
  ],
  [
    'password',
    'en',
    'Reset your password',
    'Click on "Forgot password" on the login page. We mail you a link that is valid for one hour.',
  ],
  [
    'invoice',
    'en',
    'Download invoices',
    'All invoices are under Settings, Billing. Each can be downloaded as a PDF.',
  ],
  [
    'cancel',
    'en',
    'Cancel a subscription',
    'You can cancel your subscription at any time. It ends with the current month.',
  ],
  [
    'two-factor',
    'en',
    'Two-factor authentication',
    'Scan the QR code with an authenticator app. Keep the backup codes in a safe place.',
  ],
  [
    'export',
    'en',
    'Export contacts',
    'Administrators export all contacts as a CSV file from the contacts page.',
  ],
  [
    'webhook',
    'en',
    'Webhooks',
    'A webhook sends an HTTP request to your server whenever a ticket changes. Check its signature.',
  ],
  [
    'holiday',
    'en',
    'Opening hours on holidays',
    'On public holidays our support desk is closed. Urgent cases reach us by the emergency hotline.',
  ],
  ['warranty', 'en', 'Warranty', 'Every coffee machine has a warranty of three years. Keep the receipt.'],
  [
    'descale',
    'en',
    'Descale the machine',
    'Descale the coffee machine every three months with citric acid. Rinse it twice.',
  ],
  ['error-e17', 'en', 'Error E17', 'Error E17 means that the water tank is empty or not seated correctly.'],
  [
    'error-e18',
    'en',
    'Error E18',
    'Error E18 means that the brewing unit is blocked. Switch the machine off and clean it.',
  ],
  [
    'api-limit',
    'en',
    'Rate limits of the API',
    'The API takes 1000 requests a minute. Beyond that it answers 429 with Retry-After.',
  ],
  [
    'team',
    'en',
    'Invite team members',
    'Open Members and invite colleagues by their mail address. An invitation expires after 14 days.',
  ],
  ['dark', 'en', 'Dark mode', 'Switch to dark mode in your profile under Appearance.'],
  [
    'rueckgabe',
    'de',
    'Rückgabe',
    'Sie können Artikel innerhalb von 30 Tagen zurückgeben. Legen Sie den Rücksendeschein bei.',
  ],
  [
    'lieferung',
    'de',
    'Lieferverzögerung',
    'Bei Streik kann sich die Lieferung um einige Tage verzögern. Die Sendungsnummer zeigt den Stand.',
  ],
  [
    'konto',
    'de',
    'Konto löschen',
    'Ihr Konto löschen Sie in den Einstellungen. Alle Daten werden nach sieben Tagen entfernt.',
  ],
  [
    'rechnung',
    'de',
    'Rechnungsadresse ändern',
    'Die Rechnungsadresse ändern Sie vor dem Ende des Monats unter Abrechnung.',
  ],
  [
    'gutschein',
    'de',
    'Gutschein einlösen',
    'Geben Sie den Gutscheincode an der Kasse ein. Er gilt nur einmal.',
  ],
  ['batterie', 'de', 'Akku tauschen', 'Der Akku des Staubsaugers lässt sich ohne Werkzeug wechseln.'],
  ['paiement', 'fr', 'Moyens de paiement', 'Nous acceptons les cartes bancaires, PayPal et le virement.'],
  [
    'adresse',
    'fr',
    'Changer d’adresse de livraison',
    'L’adresse de livraison peut être modifiée tant que le colis n’est pas expédié.',
  ],
  ['facture', 'fr', 'Facture perdue', 'Une copie de votre facture se trouve dans votre espace client.'],
  [
    'garantie',
    'fr',
    'Réparation sous garantie',
    'La réparation est gratuite pendant deux ans. Envoyez-nous l’appareil avec son chargeur.',
  ],
  [
    'notification',
    'fr',
    'Désactiver les notifications',
    'Les notifications se désactivent dans le menu Préférences de l’application.',
  ],
  ['envio', 'es', 'Gastos de envío', 'Los gastos de envío son gratuitos a partir de 50 euros.'],
  ['talla', 'es', 'Elegir la talla', 'La tabla de tallas ayuda a elegir la talla correcta de los zapatos.'],
  [
    'pedido',
    'es',
    'Seguir un pedido',
    'El número de seguimiento del pedido llega por correo cuando sale del almacén.',
  ],
  ['idioma', 'es', 'Cambiar el idioma', 'El idioma de la aplicación se cambia en los ajustes del perfil.'],
  [
    'telefono',
    'es',
    'Atención telefónica',
    'Nuestro equipo atiende por teléfono de lunes a viernes de nueve a cinco.',
  ],
  ['spedizione', 'it', 'Spedizione espressa', 'La spedizione espressa costa 9 euro e arriva il giorno dopo.'],
  ['reso', 'it', 'Reso gratuito', 'Il reso è gratuito entro due settimane. Stampate l’etichetta dal sito.'],
  ['ricetta', 'it', 'Pulire il filtro', 'Il filtro della macchina si pulisce sotto l’acqua calda ogni mese.'],
  ['entrega', 'pt', 'Prazo de entrega', 'O prazo de entrega é de cinco dias úteis em todo o país.'],
  ['senha', 'pt', 'Senha esquecida', 'Para recuperar a senha, clique em esqueci a senha e siga o e-mail.'],
  ['henkin', 'ja', '返金について', '返金は商品の到着後14日以内に行われます。'],
  ['haisou', 'ja', '配送状況の確認', '配送状況は追跡番号で確認できます。'],
  ['kaiyaku', 'ja', '解約方法', '解約は設定画面からいつでもできます。'],
];

const questions: readonly (readonly [
  id: string,
  lang: string,
  kind: LabelledQuestion['kind'],
  text: string,
])[] = [
  ['refund', 'en', 'words', 'How long does a refund take?'],
  ['refund', 'en', 'paraphrase', 'When do I get my money back?'],
  ['refund', 'de', 'foreign', 'Wann bekomme ich mein Geld zurück?'],
  ['shipping', 'en', 'words', 'How many days does shipping abroad need?'],
  ['shipping', 'es', 'foreign', '¿Cuánto tarda un paquete al extranjero?'],
  ['password', 'en', 'words', 'I forgot my password'],
  ['password', 'en', 'paraphrase', 'I cannot log in any more, how do I get a new secret?'],
  ['password', 'fr', 'foreign', 'J’ai oublié mon mot de passe'],
  ['invoice', 'en', 'words', 'Where can I download an invoice?'],
  ['invoice', 'en', 'paraphrase', 'I need the bill as a PDF'],
  ['cancel', 'en', 'words', 'Can I cancel my subscription now?'],
  ['cancel', 'en', 'paraphrase', 'How do I stop paying every month?'],
  ['two-factor', 'en', 'words', 'set up an authenticator app with a QR code'],
  ['export', 'en', 'words', 'export contacts to csv'],
  ['webhook', 'en', 'words', 'How do I check the signature of a webhook?'],
  ['holiday', 'en', 'words', 'Is the support desk open on public holidays?'],
  ['holiday', 'it', 'foreign', 'Siete chiusi nei giorni festivi?'],
  ['warranty', 'en', 'words', 'How long is the warranty of a coffee machine?'],
  ['descale', 'en', 'words', 'How often must I descale?'],
  ['descale', 'en', 'paraphrase', 'remove lime with citric acid'],
  ['error-e17', 'en', 'words', 'What does E17 mean?'],
  ['error-e18', 'en', 'words', 'my machine shows error E18'],
  ['api-limit', 'en', 'words', 'api answers 429'],
  ['api-limit', 'en', 'words', 'How many requests a minute may I send to the API?'],
  ['team', 'en', 'words', 'How do I invite a colleague?'],
  ['dark', 'en', 'words', 'Where is dark mode?'],
  ['dark', 'de', 'foreign', 'Gibt es ein dunkles Design?'],
  ['rueckgabe', 'de', 'words', 'Wie lange kann ich Artikel zurückgeben?'],
  ['rueckgabe', 'de', 'words', 'Wo ist der Rücksendeschein?'],
  ['lieferung', 'de', 'words', 'Warum verzögert sich meine Lieferung?'],
  ['lieferung', 'de', 'paraphrase', 'Mein Päckchen kommt wegen Streik zu spät'],
  ['konto', 'de', 'words', 'Wie lösche ich mein Konto?'],
  ['konto', 'en', 'foreign', 'delete my account'],
  ['rechnung', 'de', 'words', 'Rechnungsadresse ändern'],
  ['gutschein', 'de', 'words', 'Wo gebe ich den Gutscheincode ein?'],
  ['gutschein', 'fr', 'foreign', 'utiliser un bon de réduction'],
  ['batterie', 'de', 'words', 'Kann ich den Akku vom Staubsauger selbst wechseln?'],
  ['paiement', 'fr', 'words', 'Quels moyens de paiement acceptez-vous ?'],
  ['paiement', 'fr', 'paraphrase', 'Puis-je payer avec PayPal ?'],
  ['adresse', 'fr', 'words', 'Comment modifier l’adresse de livraison ?'],
  ['facture', 'fr', 'words', 'J’ai perdu ma facture'],
  ['garantie', 'fr', 'words', 'La réparation est-elle gratuite sous garantie ?'],
  ['notification', 'fr', 'words', 'désactiver notifications application'],
  ['notification', 'en', 'foreign', 'turn off notifications'],
  ['envio', 'es', 'words', '¿Cuándo son gratuitos los gastos de envío?'],
  ['talla', 'es', 'words', '¿Qué talla de zapatos necesito?'],
  ['pedido', 'es', 'words', '¿Dónde está el número de seguimiento de mi pedido?'],
  ['idioma', 'es', 'words', 'cambiar idioma de la aplicación'],
  ['idioma', 'en', 'foreign', 'change the language'],
  ['telefono', 'es', 'words', '¿A qué horas atienden por teléfono?'],
  ['spedizione', 'it', 'words', 'Quanto costa la spedizione espressa?'],
  ['reso', 'it', 'words', 'Il reso è gratuito?'],
  ['ricetta', 'it', 'words', 'Come si pulisce il filtro della macchina?'],
  ['entrega', 'pt', 'words', 'Qual é o prazo de entrega?'],
  ['senha', 'pt', 'words', 'Como recuperar a senha?'],
  ['henkin', 'ja', 'words', '返金はいつですか'],
  ['henkin', 'ja', 'words', '返金には何日かかりますか'],
  ['haisou', 'ja', 'words', '追跡番号で配送状況を確認したい'],
  ['kaiyaku', 'ja', 'words', '解約はどうすればいいですか'],
  ['kaiyaku', 'en', 'foreign', '解約 cancel from the settings screen'],
];

/** 40 short documents and 60 questions in 7 languages, each with the document that answers it. */
export const knowledgeSet: {
  documents: readonly LabelledDocument[];
  questions: readonly LabelledQuestion[];
} = {
  documents: documents.map(([id, lang, title, text]) => ({ id, lang, title, text })),
  questions: questions.map(([id, lang, kind, text]) => ({ id, lang, kind, text })),
};

/** Words of different languages with the same meaning, by their beginnings: the vocabulary of the test model. */
const meanings: readonly (readonly string[])[] = [
  ['refund', 'money', 'geld', 'erstattung', '返金'],
  ['ship', 'parcel', 'paquete', 'envío', 'envio', 'spedizion', 'päckchen'],
  ['abroad', 'extranjero'],
  ['password', 'secret', 'passe', 'senha', 'log'],
  ['forgot', 'oublié', 'esquec'],
  ['invoice', 'bill', 'pdf', 'rechnung', 'facture'],
  ['cancel', 'stop', 'subscription', 'month', '解約'],
  ['holiday', 'festiv'],
  ['closed', 'chius'],
  ['descale', 'lime', 'citric'],
  ['dark', 'dunkl'],
  ['mode', 'appearance', 'design'],
  ['lieferung', 'verzöger', 'streik', 'spät'],
  ['konto', 'account'],
  ['lösch', 'delete', 'entfernt'],
  ['gutschein', 'bon', 'réduction'],
  ['paiement', 'payer', 'paypal'],
  ['notification', 'désactiv', 'turn'],
  ['idioma', 'language'],
];

/** The meanings of a text as a text of their own: beside its words, so that a lexical vector compares both. */
export const toMeanings = (text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = meanings.flatMap((forms, index) =>
    words.some((word) =>
      forms.some((form) => word.startsWith(form) || (/\p{sc=Han}/u.test(form) && word.includes(form))),
    )
      ? [`meaning${String.fromCharCode(97 + index).repeat(6)}`]
      : [],
  );
  return `${text} ${found.flatMap((one) => [one, one, one]).join(' ')}`;
};
