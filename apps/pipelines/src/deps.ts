import type { Effects } from '@parley/effects';
import type { Events } from '@parley/events';
import type { Database } from '@parley/persistence';
import type { Logger } from '@parley/telemetry';
import type { Calculations } from './boards';
import type { AddTogether } from './entries';
import type { Directory } from './records';
import type { Workspace } from './workspace';

/** Dependencies of the use cases of this service. */
export interface Deps {
  db: Database;
  log: Logger;
  events: Pick<Events, 'append' | 'wake'>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  /** The owner of contacts and companies. */
  directory: Directory;
  workspace: Workspace;
  /** What summaries calculated over entries. */
  calculations: Calculations;
  addTogether: AddTogether;
  clock: () => Date;
}
