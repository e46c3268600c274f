import { type DemoArticle, orderArticles } from './demo-articles';
import { accountArticles, returnArticles } from './demo-more-articles';

/** Collections of the demo shop's help center with their articles. */
export const demoCollections: {
  externalId: string;
  title: Record<string, string>;
  description: Record<string, string>;
  articles: readonly DemoArticle[];
}[] = [
  {
    externalId: 'demo-orders-and-billing',
    title: { en: 'Orders and billing', de: 'Bestellungen und Rechnungen' },
    description: {
      en: 'Changing an order, finding invoices and getting your data out.',
      de: 'Bestellungen ändern, Rechnungen finden und Daten mitnehmen.',
    },
    articles: orderArticles,
  },
  {
    externalId: 'demo-returns',
    title: { en: 'Returns and refunds', de: 'Rückgabe und Erstattung' },
    description: {
      en: 'Sending something back, and when the money arrives.',
      de: 'Etwas zurückschicken, und wann das Geld ankommt.',
    },
    articles: returnArticles,
  },
  {
    externalId: 'demo-account',
    title: { en: 'Your account', de: 'Ihr Konto' },
    description: {
      en: 'Passwords, addresses and what we keep about you.',
      de: 'Passwörter, Adressen und was wir über Sie speichern.',
    },
    articles: accountArticles,
  },
];
