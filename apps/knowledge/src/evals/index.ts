export { answerCases, checkCase, createCase, deleteCase, updateCase } from './cases';
export { answerDataset, answerDatasets, createDataset, deleteDataset, updateDataset } from './datasets';
export type { EvalDeps } from './deps';
export { createEval, deleteEval, getEval, listEvals } from './judgements';
export {
  JUDGED_CONTACTS_DURABLE,
  JUDGED_TICKETS_DURABLE,
  onContactDeleted,
  onTicketDeleted,
} from './on-judged-gone';
export { answerResults, answerRun, answerRuns, createRun, deleteRun } from './runs';
export { createRunWorker, runJob } from './work-run';
