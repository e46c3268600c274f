export { demandFreeAddress, listenError } from './address';
export {
  createAi,
  createFileStore,
  createMailTransport,
  networkPeers,
  chooseSearchEngine,
  serviceDatabaseUrl,
  StartError,
  UsageError,
} from './connect';
export { findDatabase, type DatabaseSetting, ownDatabaseTable } from './database-url';
export { migrateCommand } from './migrate-command';
export {
  type Command,
  type HealthChecks,
  isDemanded,
  type Peers,
  type ServiceModule,
  type ServiceName,
  serviceNames,
} from './module';
export { eventCommands } from './event-commands';
export { createEventObserver } from './event-observer';
export { createClientObserver, createObserver } from './observer';
export { askReadiness, type ProcessState, type Readiness, splitAddress, startOpsServer } from './ops-server';
export type { Platform, SearchEngine } from './platform';
export { type PlatformConfig, platformTable } from './platform-config';
export { type ProcessWork, runCommand, runProcess } from './run-process';
export { type CreateService, networkPlatform, runService } from './run-service';
export { type Background, reportBackground, reportPool } from './report-background';
export {
  createLookout,
  type Lookout,
  type LookoutOptions,
  WATCHED_REST_MS,
  type Watched,
  type WatchedWorkerOptions,
} from './lookout';
export { localUrl } from './public-address';
export { demandEngines, reachEngines } from './reach-engines';
export { reportParts } from './report-parts';
export { createStart, type Start, type StartOptions } from './start';
export { createStatisticsWorker, firstStatistics } from './first-statistics';
export { engineLines } from './engine-lines';
export { openHome } from './home';
export { type Ending, exitOnSignal, stopOnSignal } from './signals';
export { watchBackground, type WatchedQueues } from './watch-background';
export { createWorker, type Worker, type WorkerOptions } from '@parley/jobs';
