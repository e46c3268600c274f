export { catalogue, isTextKey, type TextKey, textKeys } from './catalogue';
export { findText, findTexts, lockText, putText, type StaticTextRow } from './static-text.store';
export { wordings } from './wording';
