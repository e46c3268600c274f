import type { EntryType } from '../entry';
import { articleTranslation } from './article.translation';
import { collectionTranslation } from './collection.translation';
import { templateTranslation } from './template.translation';
import { textTranslation } from './text.translation';
import type { Translation } from './translation';

/** How the entries of each type are read and written. */
export const translations: Readonly<Record<EntryType, Translation>> = {
  article: articleTranslation,
  collection: collectionTranslation,
  emailtemplate: templateTranslation,
  statictranslation: textTranslation,
};
