export { type Answer, type Answers, type AnswersOptions, createAnswers } from './answer';
export { extractOf } from './passages';
export { type Question, type Source } from './source';
export { contentQuery } from './stop-words';
