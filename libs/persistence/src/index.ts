export { afterCommit, beforeCommit } from './after-commit';
export { hashId } from './digest';
export {
  createDocumentViews,
  type DocumentView,
  type DocumentViews,
  made,
  type MadeField,
  type MadeFields,
} from './document-view';
export { connectionLimit, readDatabaseName, ensureDatabase, withDatabaseName } from './create-database';
export {
  type Database,
  type DatabaseOptions,
  type QueryOptions,
  type Sql,
  isConnectionFailure,
  isUniqueViolation,
  openDatabase,
} from './database';
export { type GatherOptions, type LoadTogether, gather, gatherBy } from './gather';
export { makeFirstId, isId, newId, timeOfId } from './ids';
export {
  createInHand,
  forgetInHand,
  type HandedWork,
  type InHand,
  inHandTableSql,
  MAX_DEATHS,
  isProcessDying,
} from './in-hand';
export { type LockSession, openLockSession } from './lock-session';
export type { PersistenceLog } from './log';
export { migrate, migrationChecksum } from './migrations/migrate';
export { schemaDrift } from './migrations/schema-drift';
export type { Migration } from './migrations/schema-engine';
export {
  openPrismaStore,
  prismaAdapter,
  type PrismaRootStore,
  prismaSql,
  type PrismaSqlRunner,
  type PrismaStore,
  type TransactingClient,
} from './prisma';
export { isTransactionConflict, runTransaction } from './retry-transaction';
export { type FilterCondition, compileFilter } from './filter/compile-filter';
export type { ColumnType, FieldMap, FieldPlace } from './filter/field-map';
export { invalidQuery } from './filter/invalid-query';
export { readDate } from './filter/values';
export { FIRST_RANK, rankAfter } from './ordering/lexorank';
export { MAX_RANK, rankBetween, spreadRanks } from './ordering/rank-between';
export { type BatchLimits, cutBatches, cutBySize } from './paging/batches';
export { type ListClauses, type ListFields, type ListQuery, compileList } from './paging/compile-list';
export { type Page, type PageQuery, compilePage } from './paging/compile-page';
export { type SortField, type SortFields, compileSort } from './paging/compile-sort';
export { inOrder } from './paging/in-order';
export { type KeysetPage, cutPage, keysetAfter } from './paging/keyset';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded/start-embedded-postgres';
export { takeTurns } from './turns';
export { createUsualTexts } from './usual-texts';
