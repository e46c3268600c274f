import { type Sealer } from '@parley/auth';
import { type Events } from '@parley/events';
import { type WorkspaceConfig } from './config';
import { type RootStore } from './db';
import { type ChallengeVerifier } from './users/challenge';
import { type Passwords } from './users/passwords';

/** What the use cases of this service work with. */
export interface Deps {
  config: WorkspaceConfig;
  store: RootStore;
  events: Pick<Events, 'append' | 'wake'>;
  /** Wakes the worker that sends queued mail. */
  mailQueue: { wake(): void };
  /** Sender of the mails. */
  mailFrom: string;
  /** Address of the platform as people see it, without a slash at its end. */
  publicUrl: string;
  sealer: Sealer;
  passwords: Passwords;
  challenge: ChallengeVerifier;
}
