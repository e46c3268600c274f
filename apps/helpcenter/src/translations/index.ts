export { getTranslationEntry } from './get-translation-entry';
export { listTranslationEntries } from './list-translation-entries';
export { putTranslationEntry } from './put-translation-entry';
