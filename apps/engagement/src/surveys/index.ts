export { answerSurvey, findSurvey } from './answer-survey';
export { mergeResponses } from './merge-responses.store';
export {
  exportSurveyResponses,
  listSurveyResponses,
  listSurveyResponseSamples,
  markSurveyResponsesRead,
} from './responses';
export { findLatestOf } from './response.store';
export { summarizeSurveyResponses } from './summarize';
export { createTicketMaker, surveyTicketJob } from './survey-tickets';
export { presentState } from './survey-state';
