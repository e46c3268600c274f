export { demandFreeAddress, listenError } from './address';
export {
  aiOf,
  fileStoreOf,
  mailTransportOf,
  networkPeers,
  searchEngineOf,
  serviceDatabaseUrl,
  StartError,
  UsageError,
} from './connect';
export { databaseUrlOf, ownDatabaseTable } from './database-url';
export { migrateCommand } from './migrate-command';
export {
  type Command,
  type HealthChecks,
  type Peers,
  type ServiceModule,
  type ServiceName,
  serviceNames,
} from './module';
export { eventCommands } from './event-commands';
export { createEventObserver } from './event-observer';
export { createClientObserver, createObserver } from './observer';
export { askReadiness, type Readiness, splitAddress, startOpsServer } from './ops-server';
export { type Platform, type SearchEngine } from './platform';
export { type PlatformConfig, platformTable } from './platform-config';
export { type ProcessWork, runCommand, runProcess } from './run-process';
export { type CreateService, networkPlatform, runService } from './run-service';
export { type Background, reportBackground, reportPool } from './report-background';
export { localUrl } from './public-address';
export { reachEngines } from './reach-engines';
export { createStatisticsWorker, firstStatistics } from './first-statistics';
export { engineLines } from './engine-lines';
export { openHome } from './home';
export { type Ending, stopOnSignal } from './signals';
export { createWorker, type Worker, type WorkerOptions } from './worker';
