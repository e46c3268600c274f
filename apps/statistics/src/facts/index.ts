export { addFacts, factsOfContact, factsOfTickets, findKind, insertFacts, replaceFacts } from './fact.store';
export {
  type Change,
  computeChange,
  type Figure,
  figureCondition,
  type FigureName,
  figures,
  QUARTER_MS,
  teamFigures,
} from './figures';
export { type Fact, FIRST_HIDDEN_KIND, flags, type Kind, kinds } from './kinds';
export { queueRetelling, retellJob } from './retell-job';
