import { createEffects } from '@parley/effects';
import { fileReferencesRpc } from '@parley/files';
import { MailDeliveryServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/mail_delivery_service';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { createClient } from '@parley/rpc';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import type { MailConfig } from './config';
import { openStore } from './db';
import { createDelivery } from './delivery';
import type { Deps } from './deps';
import { onWorkspace, WORKSPACE_DURABLE } from './consumers';
import { migrations } from './generated/migrations';
import { createFetchers } from './imap';
import { resealMailboxes } from './mailboxes';
import { createImplementations } from './rpc';
import { createSmtpEdge, demandWholeCertificate, type SmtpEdge } from './smtp';
import { createWorkspaceClient } from './workspace';
import PQueue from 'p-queue';

export { mailTable } from './config';
export { demandWholeCertificate } from './smtp';

/** Mails that fetchers have in memory at once, each of at most 30 MB. */
const MAILS_AT_ONCE = 4;

/** Dependencies that a test may replace. */
export interface MailOptions {
  clock?: () => Date;
}

/** The mail service, and its SMTP server. */
export interface MailModule extends ServiceModule {
  smtp: Pick<SmtpEdge, 'look' | 'port'>;
}

/** Composes the mail service. */
export const createMail = (
  config: MailConfig,
  platform: Platform,
  { clock = () => new Date() }: MailOptions = {},
): MailModule => {
  demandWholeCertificate(config);
  const { log, peers, sealer, outbound, mail } = platform;
  const { db, events, jobs, serve } = openService({ name: 'mail', platform, migrations, clock });
  const store = openStore(db);
  const tickets = createClient(MailDeliveryServiceDefinition, peers.tickets);
  const delivery = createDelivery({ store, sealer, clock }, tickets);
  const smtp = createSmtpEdge({ store, log, delivery }, config);
  const fetchers = createFetchers(db, {
    ...{ store, clock, sealer, outbound, log, delivery, events },
    turns: new PQueue({ concurrency: MAILS_AT_ONCE }),
  });
  const deps: Deps = {
    store,
    log,
    effects: createEffects({ db, sealer, jobs, clock }),
    sealer,
    outbound,
    workspace: createWorkspaceClient(createClient(DirectoryServiceDefinition, peers.workspace)),
    mail,
    smtp,
    fetchers,
    clock,
  };
  events.subscribe(WORKSPACE_DURABLE, onWorkspace);
  const module = serve({
    implementations: [fileReferencesRpc({ db, clock }), ...createImplementations(deps)],
    workers: [smtp, fetchers],
    health: { smtp: () => smtp.health() },
    commands: {
      'reseal-secrets': async () =>
        `Sealed with the first SECRET_KEY: ${await resealMailboxes(deps)} mailboxes.`,
    },
    close: () => store.close(),
  });
  return { ...module, smtp };
};
