export {
  DomainError,
  type ErrorKind,
  type FieldProblem,
  conflict,
  exists,
  forbidden,
  invalid,
  limited,
  MOST_PROBLEMS,
  notFound,
  raced,
  timeout,
  unauthenticated,
  unavailable,
  tooLarge,
} from './domain-error';
export { isNoun, type Noun, notFoundReason, nouns } from './nouns';
export { type Reason, reasons } from './reasons';
export { type ErrorRow, errorTable } from './table';
export { decodeDetails, encodeDetails, infrastructureCodes } from './details';
export { engineFailure, isEngineAway, isUnavailable } from './engine-away';
export { keptMessage } from './kept-message';
