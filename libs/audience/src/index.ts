export { anonymousSession, fieldOf, matches, type SessionDocument } from './evaluate';
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
