export {
  fieldIdTaken,
  invalidSelection,
  laneNotEmpty,
  onlyAdminsListAll,
  recordNotFound,
  tooManyFields,
  tooManyPipelines,
  tooManyToMove,
  versionConflict,
} from './board.errors';
export { pipelineCreated, pipelineDeleted, pipelineUpdated } from './board.events';
export { checkColumns, checkName, readIds, unique } from './board.input';
export { presentBoard } from './board.present';
export {
  countBoardsLocked,
  deleteLanes,
  findBoard,
  getBoards,
  hasEntries,
  insertBoard,
  listBoards,
  lockAllLanes,
  lockBoard,
  markDeleted,
  saveLanes,
  touchBoard,
  updateBoard,
} from './board.store';
export { type Board, firstLane, type Lane, nextTime, openLane, type RecordType } from './board';
export { checkShares } from './check-shares';
export { attributeKind, CUSTOM, customKey, type FieldOption, type FieldRow, isNumeric } from './field';
export { readLanes } from './lanes.input';
export { leaveBoards } from './leave-boards';
export { type BoardDeps, mayReach, requireBoard } from './require-board';
export { boardSql, readBoard, type StoredBoard } from './stored-board';
export {
  type Calculations,
  createCalculations,
  isTallied,
  readSummary,
  type SummaryRow,
} from './summary.store';
export { isVisible, toViewer } from './viewer';
