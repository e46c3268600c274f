export { type Answer, type Answers, type AnswersOptions, createAnswers, extractParts } from './answer';
export { guessLanguage } from './language';
export { withoutOrders } from './orders';
export { extractPart } from './passages';
export { redact, REDACTED } from './redact';
export type { Earlier, Question, Source } from './source';
export { baseLanguage, contentQuery, contentWords } from './stop-words';
export { countCommon, extractTerms } from './terms';
