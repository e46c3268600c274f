import type { Sealer } from '@parley/auth';
import type { Effects } from '@parley/effects';
import type { Events } from '@parley/events';
import type { Outbound } from '@parley/outbound';
import type { Database } from '@parley/persistence';
import type { Logger } from '@parley/telemetry';
import type { WorkspaceConfig } from './config';
import type { RootStore } from './db';
import type { ChallengeVerifier, Passwords } from './users';

/** Dependencies of the use cases of this service. */
export interface Deps {
  config: WorkspaceConfig;
  store: RootStore;
  /** The pool under the store, for transactions without Prisma. */
  db: Pick<Database, 'transaction'>;
  log: Logger;
  clock: () => Date;
  events: Pick<Events, 'append' | 'wake'>;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  /** Sender of the mails. */
  mailFrom: string;
  /** Address of the platform as people see it, without a slash at its end. */
  publicUrl: string;
  sealer: Sealer;
  /** HTTP to addresses that users name, guarded. */
  outbound: Outbound;
  passwords: Passwords;
  challenge: ChallengeVerifier;
}
