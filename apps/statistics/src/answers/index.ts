export { type AnswerOptions, type Answers, createAnswers } from './answers';
export { shareAnswer } from './share-answer';
