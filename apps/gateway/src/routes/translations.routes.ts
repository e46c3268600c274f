import { TranslationsServiceDefinition as translations } from '@parley/proto/generated/parley/helpcenter/v1/translations_service';
import { operation } from '../rest';

/** Everything that can be translated, and the texts that visitors are shown. */
export const translationOperations = [
  operation('translations.list', 'GET /translations/entries', translations, 'listTranslationEntries', {
    permission: 'TRANSLATION_FIND',
    out: { stream: 'json', field: 'entries', within: 'entries' },
  }),
  operation('translations.get', 'GET /translations/entries/{entryId}', translations, 'getTranslationEntry', {
    permission: 'TRANSLATION_FIND',
    out: 'entry',
    errors: ['TRANSLATION_ENTRY_NOT_FOUND'],
  }),
  operation('translations.put', 'PUT /translations/entries/{entryId}', translations, 'putTranslationEntry', {
    permission: 'TRANSLATION_UPDATE',
    out: 'entry',
    errors: ['TRANSLATION_ENTRY_NOT_FOUND'],
  }),
  operation('translations.texts', 'GET /shared/translations', translations, 'getTexts', {
    surface: 'widget',
    widget: 'key',
  }),
];
