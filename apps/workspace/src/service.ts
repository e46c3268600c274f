import { createEvents, topology } from '@parley/events';
import { createMailWorker } from '@parley/mail';
import { ensureDatabase, migrate, openDatabase } from '@parley/persistence';
import { type Platform, type ServiceModule } from '@parley/runtime';
import { type WorkspaceConfig } from './config';
import { openStore } from './db';
import { type Deps } from './deps';
import { migrations } from './generated/migrations';
import { directoryRpc } from './rpc/directory.rpc';
import { invitationsRpc } from './rpc/invitations.rpc';
import { organisationsRpc } from './rpc/organisations.rpc';
import { projectMembersRpc } from './rpc/project-members.rpc';
import { projectsRpc } from './rpc/projects.rpc';
import { provisioningRpc } from './rpc/provisioning.rpc';
import { serviceAccountsRpc } from './rpc/service-accounts.rpc';
import { teamsRpc } from './rpc/teams.rpc';
import { usersRpc } from './rpc/users.rpc';
import { resealSecrets } from './secrets/reseal-secrets';
import { ensureSigningKey, rotateSigningKeys } from './tokens/signing-keys';
import { acceptAnyChallenge } from './users/challenge';
import { createPasswords } from './users/passwords';

export { workspaceTable } from './config';

/** Composes the workspace service. */
export const createWorkspace = (config: WorkspaceConfig, platform: Platform): ServiceModule => {
  const { databaseUrl, log, sealer, mailFrom, publicUrl } = platform;
  const db = openDatabase({
    url: databaseUrl,
    applicationName: 'parley workspace',
    maxConnections: platform.databaseConnections,
    onIdleError: (error) => log.warn({ err: error }, 'An idle database connection broke'),
  });
  const store = openStore(db);
  const events = createEvents({
    service: 'workspace',
    db,
    transport: platform.eventTransport,
    topology,
    log,
  });
  const mailQueue = createMailWorker({ db, transport: platform.mail, log });
  const deps: Deps = {
    config,
    store,
    events,
    mailQueue,
    mailFrom,
    publicUrl,
    sealer,
    passwords: createPasswords(),
    challenge: acceptAnyChallenge,
  };

  return {
    implementations: [
      usersRpc(deps),
      organisationsRpc(deps),
      projectsRpc(deps),
      projectMembersRpc(deps),
      invitationsRpc(deps),
      teamsRpc(deps),
      serviceAccountsRpc(deps),
      directoryRpc(deps),
      provisioningRpc(deps),
    ],
    start: async () => {
      await ensureDatabase(databaseUrl);
      await migrate(databaseUrl, migrations, log);
      await ensureSigningKey(deps);
      await events.start();
      mailQueue.start();
    },
    health: {
      database: async () => void (await db.query('SELECT 1')),
      events: () => events.health(),
    },
    commands: {
      'rotate-signing-keys': async () =>
        `Tokens are signed with the key ${await rotateSigningKeys(deps)} now.`,
      'reseal-secrets': async () => {
        const { keys, projects } = await resealSecrets(deps);
        return `Sealed with the first SECRET_KEY: ${keys} signing keys, the secrets of ${projects} projects.`;
      },
    },
    stop: async () => {
      await mailQueue.stop();
      await events.stop();
      await store.close();
      await db.close();
    },
  };
};
