import type { Sealer } from '@parley/auth';
import type { MailTransport } from '@parley/mail';
import type { Outbound } from '@parley/outbound';
import type { Audiences } from './audiences';
import type { Deps } from '../deps';

/** What e-mails work with beside what every use case has. */
export interface EmailDeps extends Deps {
  audiences: Audiences;
  mail: MailTransport;
  /** Sender of every mail; its domain makes the Message-IDs. */
  mailFrom: string;
  publicUrl: string;
  sealer: Sealer;
  outbound: Outbound;
}
