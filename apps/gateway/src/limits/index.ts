export { type BodyRoom, type BodyShare, createBodyRoom } from './body-room';
export { type Budget, type BudgetName, budgets } from './budgets';
export { MAX_CONTACT_FILE_BYTES, MAX_FILE_BYTES, UNNAMED_FILE_MS } from './files';
export { addLimitHeaders, createMeter, demandRoom, type Meter, type Standing } from './meter';
