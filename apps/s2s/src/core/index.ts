export {
  agentsThatExist,
  deleteAgentRow,
  findAgent,
  insertAgent,
  listAgentRows,
  lockAgent,
  saveAgent,
} from './agent.store';
export type { Agent, AgentTool } from './agent';
export { type ConversationPlace, findBusy } from './busy.store';
export { cancelRuns, failRun } from './cancel.store';
export { act, type Action, isLasting, runContext } from './effects';
export { openFields } from './fields';
export { findOwner, ownContact } from './owner';
export { readSteps } from './read-steps';
export { escapeMarkdown, type Lookup, namesIn, renderJson, renderMarkdown, toText } from './render';
export {
  askedJob,
  askWait,
  findLatest,
  findStarted,
  findUnshown,
  findVersion,
  hasActiveRun,
  holdConversation,
  insertRun,
  lockActive,
  lockRun,
  moveRun,
  noteAnswer,
  resumeRun,
  runColumns,
  runJob,
  type Taken,
  takeRun,
  type Version,
  waitJob,
  wasAnswered,
} from './run.store';
export {
  type File,
  isEnded,
  LEASE_MS,
  MAX_ENTRIES,
  MAX_TAKEN,
  type Pending,
  type Run,
  type RunEvent,
  type Words,
} from './run';
export {
  type Condition,
  type Input,
  type Next,
  type Operator,
  operatorSigns,
  type Option,
  type Step,
  type StepOf,
} from './step';
export {
  addCall,
  answerJob,
  askAnswers,
  endTurn,
  insertTurn,
  nextTurn,
  type Said,
  type Turn,
} from './turn.store';
export type { Trigger, Workflow } from './workflow';
