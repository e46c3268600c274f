import { createEffects } from '@parley/effects';
import { fileReferencesRpc } from '@parley/files';
import { createMailWorker } from '@parley/mail';
import type { Platform, ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import type { WorkspaceConfig } from './config';
import { openStore } from './db';
import type { Deps } from './deps';
import { migrations } from './generated/migrations';
import { createNoticePusher, noticePushJob, NOTICES_DURABLE, onNotice } from './notices';
import { createImplementations } from './rpc';
import { rotateSessionSecret } from './projects';
import { resealSecrets } from './resealing';
import { ensureSigningKey, rotateSigningKeys } from './tokens';
import { acceptAnyChallenge, createPasswords } from './users';
import {
  deliveryLag,
  formerQueues,
  createDepartures,
  aboutContacts,
  findEventsWithWebhooks,
  mentionedContacts,
  onEvents,
  createUpkeep,
  createSender,
  WEBHOOK_DURABLES,
  departureJob,
  MAILBOXES_DURABLE,
  onMailboxFailing,
  webhookJob,
  webhookUpkeepJob,
} from './webhooks';
import { awayJob, createAwaySetter } from './windows';

export { workspaceTable } from './config';

/** Dependencies that a test may replace. */
export interface WorkspaceOptions {
  clock?: () => Date;
}

/** Composes the workspace service. */
export const createWorkspace = (
  config: WorkspaceConfig,
  platform: Platform,
  { clock = () => new Date() }: WorkspaceOptions = {},
): ServiceModule => {
  const { log, sealer, outbound, mailFrom, publicUrl } = platform;
  const { db, events, jobs, serve } = openService({
    name: 'workspace',
    platform,
    migrations,
    clock,
  });
  const store = openStore(db);
  const mail = createMailWorker({ db, jobs, transport: platform.mail, log });
  const effects = createEffects({ db, sealer, jobs, clock });
  const deps: Deps = {
    db,
    store,
    log,
    clock,
    events,
    effects,
    mailFrom,
    sealer,
    outbound,
    config,
    publicUrl,
    passwords: createPasswords(),
    challenge: acceptAnyChallenge,
  };
  jobs.work(webhookJob, createSender(deps));
  jobs.work(departureJob, createDepartures(deps));
  jobs.work(webhookUpkeepJob, createUpkeep(deps));
  jobs.work(noticePushJob, createNoticePusher(deps));
  events.subscribe(NOTICES_DURABLE, onNotice(deps));
  jobs.work(awayJob, createAwaySetter(deps));
  events.subscribe(MAILBOXES_DURABLE, onMailboxFailing(deps));
  for (const durable of WEBHOOK_DURABLES)
    events.subscribeTogether(durable, onEvents(deps), {
      about: aboutContacts,
      mentions: mentionedContacts,
      findEffective: findEventsWithWebhooks,
      together: 50,
      everyMs: 50,
    });
  platform.metrics.gauge({
    name: 'webhook_delivery_lag_seconds',
    help: 'How long the most overdue delivery to a webhook that does not fail has been waiting.',
    read: () => deliveryLag(db, clock()),
  });

  return serve({
    formerQueues,
    implementations: [fileReferencesRpc({ db, clock }), ...createImplementations(deps)],
    mail,
    prepare: () => ensureSigningKey(deps),
    commands: {
      'rotate-signing-keys': async () =>
        `Tokens are signed with the key ${await rotateSigningKeys(deps)} now.`,
      'reseal-secrets': async () => {
        const { keys, projects, webhooks } = await resealSecrets(deps);
        return `Sealed with the first SECRET_KEY: ${keys} signing keys, the secrets of ${projects} projects and ${webhooks} webhooks.`;
      },
      'rotate-session-secret': async (_say, [projectId]) => rotateSessionSecret(deps, projectId),
    },
    close: () => store.close(),
  });
};
