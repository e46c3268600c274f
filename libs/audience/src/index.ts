export {
  type Audience,
  type AudienceCondition,
  belongsTo,
  createCounter,
  DAY_MS,
  type EventCondition,
  eventKey,
  eventQueries,
  type EventQuery,
  type FieldCondition,
  isEventCondition,
  type Look,
  valueAt,
} from './audience';
export { parseTime } from './compare';
export { type FieldKind, fieldKind, namedFields } from './contact-fields';
export { anonymousSession, readField, matches, type SessionDocument } from './evaluate';
export {
  type Condition,
  conditionKey,
  type ConditionValue,
  type Operator,
  type OperatorName,
  operators,
  type TargetAudience,
  targetConditions,
} from './operators';
export { type AudienceRules, MAX_CONDITIONS, MAX_VALUE, MAX_VALUES, readFilter } from './read';
export { readConditions } from './read-audience';
