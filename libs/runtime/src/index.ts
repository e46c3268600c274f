export {
  aiOf,
  fileStoreOf,
  mailTransportOf,
  networkPeers,
  searchEngineOf,
  serviceDatabaseUrl,
  StartError,
} from './connect';
export { databaseUrlOf, ownDatabaseTable } from './database-url';
export { migrateCommand } from './migrate-command';
export { type Command, type HealthChecks, type Peers, type ServiceModule, type ServiceName } from './module';
export { createObserver } from './observer';
export { askReadiness, type Readiness, splitAddress, startOpsServer } from './ops-server';
export { type Platform, type SearchEngine } from './platform';
export { type PlatformConfig, platformTable } from './platform-config';
export { type CreateService, networkPlatform, runService } from './run-service';
export { reachEngines } from './reach-engines';
export { stopOnSignal } from './signals';
export { createWorker, type Worker, type WorkerOptions } from './worker';
