import { type Effects } from '@parley/effects';
import { type Events } from '@parley/events';
import { type Database } from '@parley/persistence';
import { type Logger } from '@parley/telemetry';
import { type Workspace } from './project/workspace';

/** What the use cases of this service work with. */
export interface Deps {
  db: Database;
  log: Logger;
  events: Pick<Events, 'append' | 'wake'>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  workspace: Workspace;
  clock: () => Date;
}
