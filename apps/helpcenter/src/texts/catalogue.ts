import type { BuiltInText } from './built-in-text';
import { widgetTexts } from './widget-texts';

/** The texts that the product shows to visitors, by key. `{name}` stands for a value that is put in. */
export const catalogue = {
  'helpcenter.title': { en: 'Help center', de: 'Hilfe-Center' },
  'helpcenter.home': { en: 'Home', de: 'Startseite' },
  'helpcenter.headline': { en: 'How can we help?', de: 'Wie können wir helfen?' },
  'helpcenter.skip': { en: 'Skip to content', de: 'Zum Inhalt springen' },
  'helpcenter.breadcrumbs': { en: 'You are here', de: 'Sie sind hier' },
  'helpcenter.links': { en: 'More', de: 'Mehr' },
  'helpcenter.empty': { en: 'There are no articles yet.', de: 'Es gibt noch keine Artikel.' },
  'helpcenter.languages': { en: 'Language', de: 'Sprache' },
  'helpcenter.notFound': { en: 'This page does not exist.', de: 'Diese Seite gibt es nicht.' },
  'helpcenter.notFound.home': { en: 'Go to the help center', de: 'Zum Hilfe-Center' },
  'helpcenter.busy': {
    en: 'Too many requests. Please wait a moment.',
    de: 'Zu viele Anfragen. Bitte warten Sie einen Moment.',
  },
  'helpcenter.away': {
    en: 'This page cannot be shown at the moment. Please try again soon.',
    de: 'Diese Seite kann gerade nicht angezeigt werden. Bitte versuchen Sie es bald wieder.',
  },
  'helpcenter.tryAgain': { en: 'Try again', de: 'Erneut versuchen' },
  'helpcenter.poweredBy': { en: 'Powered by Parley', de: 'Bereitgestellt von Parley' },
  'helpcenter.search.label': { en: 'Search', de: 'Suche' },
  'helpcenter.search.placeholder': { en: 'Search for articles', de: 'Artikel suchen' },
  'helpcenter.search.submit': { en: 'Search', de: 'Suchen' },
  'helpcenter.search.title': { en: 'Search results for “{term}”', de: 'Suchergebnisse für „{term}“' },
  'helpcenter.search.noResults': {
    en: 'No article was found. Try other words.',
    de: 'Es wurde kein Artikel gefunden. Versuchen Sie andere Wörter.',
  },
  'helpcenter.collections': { en: 'Topics', de: 'Themen' },
  'helpcenter.collection.articles': { en: 'Articles', de: 'Artikel' },
  'helpcenter.collection.articlesCount': { en: 'Articles: {count}', de: 'Artikel: {count}' },
  'helpcenter.collection.subCollections': { en: 'More topics', de: 'Weitere Themen' },
  'helpcenter.article.helpful': { en: 'Was this article helpful?', de: 'War dieser Artikel hilfreich?' },
  'helpcenter.article.yes': { en: 'Yes', de: 'Ja' },
  'helpcenter.article.no': { en: 'No', de: 'Nein' },
  'helpcenter.article.thanks': {
    en: 'Thank you for your feedback.',
    de: 'Vielen Dank für Ihre Rückmeldung.',
  },
  'helpcenter.article.updated': { en: 'Last updated on {date}', de: 'Zuletzt geändert am {date}' },
  'helpcenter.article.writtenBy': { en: 'Written by {name}', de: 'Geschrieben von {name}' },
  'helpcenter.answer.none': {
    en: 'No article answers this question.',
    de: 'Kein Artikel beantwortet diese Frage.',
  },
  'helpcenter.feed.title': { en: 'Latest articles', de: 'Neueste Artikel' },
  ...widgetTexts,
} as const satisfies Record<string, BuiltInText>;

/** Name of a text. */
export type TextKey = keyof typeof catalogue;

/** Every key, sorted. */
export const textKeys = (Object.keys(catalogue) as TextKey[]).sort();

/** Whether there is a text of this name. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(catalogue, key);
