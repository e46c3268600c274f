import { createEffects } from '@parley/effects';
import { fileReferencesRpc } from '@parley/files';
import { createMailWorker } from '@parley/mail';
import { type Platform, type ServiceModule } from '@parley/runtime';
import { openService } from '@parley/service';
import { type WorkspaceConfig } from './config';
import { openStore } from './db';
import { type Deps } from './deps';
import { migrations } from './generated/migrations';
import { customComponentsRpc } from './rpc/custom-components.rpc';
import { directoryRpc } from './rpc/directory.rpc';
import { integrationsRpc } from './rpc/integrations.rpc';
import { invitationsRpc } from './rpc/invitations.rpc';
import { organisationsRpc } from './rpc/organisations.rpc';
import { projectMembersRpc } from './rpc/project-members.rpc';
import { projectsRpc } from './rpc/projects.rpc';
import { provisioningRpc } from './rpc/provisioning.rpc';
import { serviceAccountsRpc } from './rpc/service-accounts.rpc';
import { assignmentDirectoryRpc } from './rpc/assignment-directory.rpc';
import { teamHoursRpc } from './rpc/team-hours.rpc';
import { rosterRpc } from './rpc/roster.rpc';
import { serviceAccountDirectoryRpc } from './rpc/service-account-directory.rpc';
import { teamMembershipRpc } from './rpc/team-membership.rpc';
import { teamsRpc } from './rpc/teams.rpc';
import { usersRpc } from './rpc/users.rpc';
import { webhooksRpc } from './rpc/webhooks.rpc';
import { rotateSessionSecret } from './projects/rotate-session-secret';
import { resealSecrets } from './resealing/reseal-secrets';
import { ensureSigningKey, rotateSigningKeys } from './tokens/signing-keys';
import { acceptAnyChallenge } from './users/challenge';
import { createPasswords } from './users/passwords';
import { deliveryLag } from './webhooks/due-delivery.store';
import { formerQueues } from './webhooks/former-queues.sql';
import { createDepartures } from './webhooks/follow-departures';
import { aboutContacts, onEvents } from './webhooks/on-event';
import { createUpkeep } from './webhooks/prune-deliveries';
import { createSender } from './webhooks/send-due';
import { WEBHOOK_DURABLES } from './webhooks/webhook';
import { departureJob, webhookJob, webhookUpkeepJob } from './webhooks/webhook-jobs';

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
  for (const durable of WEBHOOK_DURABLES)
    events.subscribeTogether(durable, onEvents(deps), { about: aboutContacts, together: 50 });
  platform.metrics.gauge({
    name: 'webhook_delivery_lag_seconds',
    help: 'How long the most overdue delivery to a webhook that does not fail has been waiting.',
    read: () => deliveryLag(db, clock()),
  });

  return serve({
    formerQueues,
    implementations: [
      fileReferencesRpc({ db, clock }),
      usersRpc(deps),
      organisationsRpc(deps),
      projectsRpc(deps),
      projectMembersRpc(deps),
      invitationsRpc(deps),
      teamsRpc(deps),
      assignmentDirectoryRpc(deps),
      teamMembershipRpc(deps),
      serviceAccountDirectoryRpc(deps),
      teamHoursRpc(deps),
      rosterRpc(deps),
      serviceAccountsRpc(deps),
      customComponentsRpc(deps),
      webhooksRpc(deps),
      directoryRpc(deps),
      integrationsRpc(deps),
      provisioningRpc(deps),
    ],
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
