export { type Answer, type Answers, type AnswersOptions, createAnswers, partsOf } from './answer';
export { guessLanguage } from './language';
export { withoutOrders } from './orders';
export { extractOf } from './passages';
export { redact, REDACTED } from './redact';
export { type Earlier, type Question, type Source } from './source';
export { baseLanguage, contentQuery, contentWords } from './stop-words';
export { countCommon, termsOf } from './terms';
