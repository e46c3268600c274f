export { type LanguageChanges, languageChangesAfter } from './language-changes';
export { comparableLanguage, findLanguage, isSameLanguage, storedLanguage } from './languages';
export { MAX_DESCRIPTION, MAX_TITLE, readTexts, type Texts, type TextsChange } from './texts';
