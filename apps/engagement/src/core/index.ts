export { isDue, isFor, isInTime, type Progress, type Reach, type Standing } from './due';
export { demandLiving } from './gone';
export {
  emptyFields,
  type Frequency,
  type Item,
  type ItemFields,
  type ItemStatus,
  type JsonObject,
  type NamedSender,
  noCounts,
  type PageRule,
  type Translations,
  type Trigger,
} from './item';
export {
  CAMPAIGN_TYPES,
  type CampaignType,
  inAppTypes,
  isAnswered,
  isCampaign,
  isTour,
  type ItemType,
  nouns,
} from './kinds';
export {
  ensureProgress,
  findProgressItem,
  listProgress,
  type ProgressOfItem,
  saveProgress,
} from './progress.store';
export { isComplete, isDone, shownSteps } from './progress';
export { lockStanding, occurrenceDue, progressColumns, reachColumns, readStandings } from './standing.store';
export { hasTitle, readSteps, type Step } from './steps';
export {
  type Answer,
  type Answers,
  branchOperators,
  END,
  type Question,
  type QuestionType,
  questionTypes,
  readQuestions,
  scales,
  walkSurvey,
} from './survey';
export { widgetContact } from './widget-contact';
