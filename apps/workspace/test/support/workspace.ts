import { createLexicalAi } from '@parley/ai';
import { createSealer, type Role, type Scope, type Sealer } from '@parley/auth';
import { createEmbeddedBroker, type EmbeddedBroker } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { newId } from '@parley/persistence';
import { DirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/directory_service';
import { IntegrationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/integrations_service';
import { InvitationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/invitations_service';
import { OrganisationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import { ProjectMembersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/project_members_service';
import {
  type Project,
  ProjectsServiceDefinition,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { ProvisioningServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/provisioning_service';
import { WebhooksServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import { ServiceAccountsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { ServiceAccountDirectoryServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_account_directory_service';
import { TeamMembershipServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/team_membership_service';
import { TeamsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/teams_service';
import { ViewsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/views_service';
import { WindowsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/windows_service';
import type { User } from '@parley/proto/generated/parley/workspace/v1/user';
import { UsersServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/users_service';
import {
  type CallContext,
  type Caller,
  type Client,
  createClient,
  createLocalCaller,
  type RpcObserver,
  type ServiceImplementation,
} from '@parley/rpc';
import type { Peers, Platform, ServiceModule } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, POLL_EVERY_MS, type TestDatabase } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkspaceConfig } from '../../src/config';
import { migrations } from '../../src/generated/migrations';
import { createWorkspace } from '../../src/service';
import { type Inbox, startInbox } from './inbox';

export const silentObserver: RpcObserver = {
  finished: () => undefined,
  within: (_path, _context, run) => run(),
};

/** The clients of every service of the workspace. */
export interface Clients {
  users: Client<typeof UsersServiceDefinition>;
  organisations: Client<typeof OrganisationsServiceDefinition>;
  projects: Client<typeof ProjectsServiceDefinition>;
  members: Client<typeof ProjectMembersServiceDefinition>;
  invitations: Client<typeof InvitationsServiceDefinition>;
  teams: Client<typeof TeamsServiceDefinition>;
  views: Client<typeof ViewsServiceDefinition>;
  teamMembership: Client<typeof TeamMembershipServiceDefinition>;
  serviceAccountDirectory: Client<typeof ServiceAccountDirectoryServiceDefinition>;
  serviceAccounts: Client<typeof ServiceAccountsServiceDefinition>;
  directory: Client<typeof DirectoryServiceDefinition>;
  integrations: Client<typeof IntegrationsServiceDefinition>;
  webhooks: Client<typeof WebhooksServiceDefinition>;
  provisioning: Client<typeof ProvisioningServiceDefinition>;
  windows: Client<typeof WindowsServiceDefinition>;
}

export const createClients = (caller: Caller): Clients => ({
  users: createClient(UsersServiceDefinition, caller),
  organisations: createClient(OrganisationsServiceDefinition, caller),
  projects: createClient(ProjectsServiceDefinition, caller),
  members: createClient(ProjectMembersServiceDefinition, caller),
  invitations: createClient(InvitationsServiceDefinition, caller),
  teams: createClient(TeamsServiceDefinition, caller),
  views: createClient(ViewsServiceDefinition, caller),
  teamMembership: createClient(TeamMembershipServiceDefinition, caller),
  serviceAccountDirectory: createClient(ServiceAccountDirectoryServiceDefinition, caller),
  serviceAccounts: createClient(ServiceAccountsServiceDefinition, caller),
  directory: createClient(DirectoryServiceDefinition, caller),
  integrations: createClient(IntegrationsServiceDefinition, caller),
  webhooks: createClient(WebhooksServiceDefinition, caller),
  provisioning: createClient(ProvisioningServiceDefinition, caller),
  windows: createClient(WindowsServiceDefinition, caller),
});

export const testConfig: WorkspaceConfig = {
  tokenTtlSeconds: 86_400,
  verificationCodeTtlSeconds: 600,
  awayAfterSeconds: 300,
  dnsServers: [],
};

export const testSealer = createSealer(['a secret for tests, long enough to be taken']);

/** What a replica is composed of. */
export interface ReplicaOptions {
  databaseUrl: string;
  mailUrl: string;
  config?: Partial<WorkspaceConfig>;
  sealer?: Sealer;
  broker?: EmbeddedBroker;
  clock?: () => Date;
}

const noPeer: Caller = {
  unary: () => Promise.reject(new Error('The workspace calls no other service')),
  stream: () => {
    throw new Error('The workspace calls no other service');
  },
  health: async () => undefined,
  close: async () => undefined,
};

/** Composes one replica of the service, not yet started. */
export const composeReplica = (options: ReplicaOptions): ServiceModule & { closeMail(): Promise<void> } => {
  const mail = createSmtpTransport({ url: options.mailUrl });
  const peers: Peers = {
    workspace: noPeer,
    contacts: noPeer,
    tickets: noPeer,
    helpcenter: noPeer,
    pipelines: noPeer,
    knowledge: noPeer,
    s2s: noPeer,
    engagement: noPeer,
    statistics: noPeer,
    realtime: noPeer,
    mail: noPeer,
  };
  const platform: Platform = {
    databaseUrl: options.databaseUrl,
    pollEvery: POLL_EVERY_MS,
    log: createLogger({ service: 'workspace', level: 'silent' }),
    metrics: createMetrics({ service: 'workspace', processMetrics: false }),
    peers,
    eventTransport: options.broker ?? createEmbeddedBroker(),
    mail,
    files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
    outbound: createOutbound({ allowedNetworks: ['127.0.0.0/8'] }),
    mailFrom: 'support@parley.localhost',
    searchEngine: { kind: 'postgres' },
    ai: createLexicalAi(),
    sealer: options.sealer ?? testSealer,
    publicUrl: 'http://127.0.0.1:3000',
  };
  const module = createWorkspace(
    { ...testConfig, ...options.config },
    platform,
    options.clock ? { clock: options.clock } : {},
  );
  return { ...module, closeMail: () => mail.close() };
};

/** The service, running. */
export interface TestWorkspace extends Clients {
  implementations: readonly ServiceImplementation[];
  database: TestDatabase;
  inbox: Inbox;
  command(name: string, ...args: string[]): Promise<string>;
  /** A confirmed account, with the context of its calls. */
  person(options?: { email?: string; name?: string }): Promise<Person>;
  stop(): Promise<void>;
}

/** A person with an account. */
export interface Person {
  /** A person has an address. */
  user: User & { email: string };
  token: string;
  context: CallContext;
}

/** The context of a call by someone. */
export const makeContext = (scope: Scope): CallContext => ({
  requestId: 'test',
  scope,
  deadline: Date.now() + 600_000,
  signal: new AbortController().signal,
});

export const anonymous = (): CallContext => makeContext({ actor: { type: 'anonymous' }, ip: '192.0.2.1' });

/** The context of an account operation by a user. */
export const asUser = (user: Pick<User, 'id' | 'email'>, scope: Partial<Scope> = {}): CallContext =>
  makeContext({ actor: { type: 'user', id: user.id, email: user.email ?? '', confirmed: true }, ...scope });

/** The context of an operation by a user inside a project. */
export const inProject = (
  user: Pick<User, 'id' | 'email'>,
  project: Project,
  role: Role = 'admin',
): CallContext => asUser(user, { projectId: project.id, organisationId: project.organisation, role });

/** An address that no other test uses. */
export const freshEmail = (name = 'person'): string => `${name}-${newId()}@example.com`;

export const PASSWORD = 'correct horse battery';

/** Starts the service on a database and an SMTP server of its own. */
export const startWorkspace = async (
  options: Pick<ReplicaOptions, 'config' | 'sealer' | 'broker' | 'clock'> = {},
): Promise<TestWorkspace> => {
  const [database, inbox] = await Promise.all([createTestDatabase('workspace', migrations), startInbox()]);
  const module = composeReplica({ databaseUrl: database.url, mailUrl: inbox.url, ...options });
  await module.start();
  const clients = createClients(createLocalCaller(module.implementations, silentObserver));
  return {
    ...clients,
    implementations: module.implementations,
    database,
    inbox,
    command: (name, ...args) =>
      module.commands?.[name]?.(() => undefined, args) ??
      Promise.reject(new Error(`There is no command ${name}`)),
    person: async ({ email = freshEmail(), name = 'Ada Lovelace' } = {}) => {
      const answer = await clients.provisioning.provisionUser(
        { email, name, password: PASSWORD },
        makeContext({ actor: { type: 'system', name: 'test' } }),
      );
      if (!answer.user) throw new Error('Provisioning answered no user');
      const user = { ...answer.user, email };
      return { user, token: answer.token, context: asUser(user) };
    },
    stop: async () => {
      await module.stop();
      await module.closeMail();
      await Promise.all([database.drop(), inbox.close()]);
    },
  };
};

/** What a promised part of an answer must be there. */
export const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('A part of the answer is missing');
  return value;
};
