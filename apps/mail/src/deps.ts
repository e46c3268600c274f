import type { Sealer } from '@parley/auth';
import type { Effects } from '@parley/effects';
import type { MailTransport } from '@parley/mail';
import type { Outbound } from '@parley/outbound';
import type { Logger } from '@parley/telemetry';
import type { RootStore } from './db';
import type { Fetchers } from './imap';
import type { SmtpEdge } from './smtp';
import type { Workspace } from './workspace';

/** Dependencies of the use cases of this service. */
export interface Deps {
  store: RootStore;
  log: Logger;
  /** What requests with an idempotency key did. */
  effects: Pick<Effects, 'once'>;
  sealer: Sealer;
  /** Guards the hosts that users name. */
  outbound: Outbound;
  workspace: Workspace;
  /** The installation's own way to send. */
  mail: MailTransport;
  smtp: Pick<SmtpEdge, 'health' | 'look'>;
  fetchers: Pick<Fetchers, 'lookNow'>;
  clock: () => Date;
}
