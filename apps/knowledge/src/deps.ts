import { type Ai } from '@parley/ai';
import { type Effects } from '@parley/effects';
import { type Events } from '@parley/events';
import { type Database } from '@parley/persistence';
import { type Logger } from '@parley/telemetry';

/** What the use cases of this service work with. */
export interface Deps {
  db: Database;
  log: Logger;
  ai: Ai;
  events: Pick<Events, 'append' | 'wake'>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  /** Says that documents were saved or removed, after the transaction. */
  wakeIndexing: () => void;
  clock: () => Date;
}
