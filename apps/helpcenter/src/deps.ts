import { type Effects } from '@parley/effects';
import { type Events } from '@parley/events';
import { type RootStore } from './db';
import { type Workspace } from './project/workspace';

/** What the use cases of this service work with. */
export interface Deps {
  store: RootStore;
  events: Pick<Events, 'append' | 'wake'>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  workspace: Workspace;
  clock: () => Date;
}

/** What a transaction that changes many things may take. */
export const MANY = { timeoutMs: 60_000 };
