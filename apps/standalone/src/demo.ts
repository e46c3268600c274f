import type { Scope } from '@parley/auth';
import { DomainError } from '@parley/errors';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { MailboxesServiceDefinition } from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import { MessagesServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { TicketsServiceDefinition } from '@parley/proto/generated/parley/tickets/v1/tickets_service';
import { OrganisationsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import {
  type Project,
  ProjectsServiceDefinition,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import { ProvisioningServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/provisioning_service';
import { ServiceAccountsServiceDefinition } from '@parley/proto/generated/parley/workspace/v1/service_accounts_service';
import { type CallContext, createClient, systemContext } from '@parley/rpc';
import type { Peers } from '@parley/runtime';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoContacts, demoConversations } from './demo-data';
import { seedEngagement } from './demo-engagement';
import { demoHelpcenter, demoLanguages, seedHelpcenter } from './demo-helpcenter';
import { seedHistory } from './demo-history';
import { seedPipelines } from './demo-pipelines';
import { seedWorkflow } from './demo-workflow';

/** An account of the demo, as `demo.json` keeps it. */
export interface DemoAccount {
  email: string;
  password: string;
  token: string;
}

/** Content of `$PARLEY_HOME/demo.json`. `apiToken` is the project's public key. */
export interface Demo {
  baseUrl: string;
  projectId: string;
  organisationId: string;
  apiToken: string;
  admin: DemoAccount;
  agent: DemoAccount;
  serviceToken: string;
}

const ORGANISATION = 'Parley Demo';
const PROJECT = 'Demo shop';

const contextFor = (scope: Scope): CallContext => ({ ...systemContext('demo'), scope });

const provision = async (
  peers: Peers,
  email: string,
  name: string,
  membership: { projectId?: string; role?: string } = {},
): Promise<DemoAccount & { id: string }> => {
  const password = randomBytes(12).toString('base64url');
  const { user, token } = await createClient(ProvisioningServiceDefinition, peers.workspace).provisionUser(
    { email, name, password, ...membership },
    systemContext('demo'),
  );
  if (!user) throw new Error('The workspace service answered no account');
  return { id: user.id, email, password, token };
};

const ensureProject = async (peers: Peers, owner: Scope): Promise<Project> => {
  const projects = createClient(ProjectsServiceDefinition, peers.workspace);
  const existing = (await projects.listProjects({}, contextFor(owner))).projects.find(
    ({ name }) => name === PROJECT,
  );
  if (existing) return existing;
  const { organisation } = await createClient(
    OrganisationsServiceDefinition,
    peers.workspace,
  ).createOrganisation({ name: ORGANISATION }, contextFor(owner));
  const created = await projects.createProject(
    { name: PROJECT, ...(organisation && { organisation: organisation.id }) },
    contextFor(owner),
  );
  if (!created.project) throw new Error('The workspace service answered no project');
  return created.project;
};

/** Gives the demo's help center and widget their looks and languages; an address that is taken is left alone. */
const showHelpcenter = async (peers: Peers, { id: projectId }: Project, owner: Scope): Promise<void> => {
  const { slug, ...look } = demoHelpcenter;
  const projects = createClient(ProjectsServiceDefinition, peers.workspace);
  const widget = { replyTime: 'minutes', team: owner.actor.type === 'user' ? [owner.actor.id] : [] };
  await projects.updateProject(
    { projectId, languages: demoLanguages, helpcenter: look, widget },
    contextFor(owner),
  );
  await projects
    .updateProject({ projectId, helpcenter: { slug } }, contextFor(owner))
    .catch((error: unknown) => {
      if (!(error instanceof DomainError && error.kind === 'conflict')) throw error;
    });
};

const seedConversations = async (peers: Peers, scope: Scope): Promise<void> => {
  const contacts = createClient(ContactsServiceDefinition, peers.contacts);
  const tickets = createClient(TicketsServiceDefinition, peers.tickets);
  const messages = createClient(MessagesServiceDefinition, peers.tickets);
  const { totalCount } = await tickets.listTickets({ limit: 1 }, contextFor(scope));
  if (totalCount > 0) return;
  for (const contact of demoContacts) await contacts.createContact({ contact }, contextFor(scope));
  for (const { userId, ticket, exchange } of demoConversations) {
    const { contact } = await contacts.getContactByUserId({ userId }, contextFor(scope));
    if (!contact) continue;
    const created = await tickets.createTicket(
      { ticket: { ...ticket, session: contact.id } },
      contextFor(scope),
    );
    for (const { from, text } of exchange) {
      await messages.createMessage(
        {
          ticket: created.ticket?.id ?? '',
          comment: text,
          ...(from === 'contact' && { session: contact.id }),
          ...(from === 'note' && { isNote: true }),
        },
        contextFor(scope),
      );
    }
  }
};

/** A mailbox that takes mail by SMTP on this machine. */
const ensureMailbox = async (peers: Peers, context: CallContext): Promise<void> => {
  const mailboxes = createClient(MailboxesServiceDefinition, peers.mail);
  const { mailboxes: known } = await mailboxes.listMailboxes({ limit: 1 }, context);
  if (known.length > 0) return;
  await mailboxes.createMailbox(
    { name: 'Help', address: 'help@demo.parley.localhost', incoming: { type: 'smtp' } },
    context,
  );
};

const demoFile = (home: string): string => join(home, 'demo.json');

const writeDemo = (home: string, demo: Demo): void =>
  writeFileSync(demoFile(home), JSON.stringify(demo, null, 2), { mode: 0o600 });

/** Content of `demo.json`; undefined before the demo is there. */
export const readDemo = (home: string): Demo | undefined =>
  existsSync(demoFile(home)) ? (JSON.parse(readFileSync(demoFile(home), 'utf8')) as Demo) : undefined;

/** Writes the API's address, which ends in `/v3`, into `demo.json` and answers the whole. */
export const nameDemoAddress = (home: string, baseUrl: string): Demo => {
  const known = JSON.parse(readFileSync(demoFile(home), 'utf8')) as Demo;
  if (known.baseUrl === baseUrl) return known;
  const named = { ...known, baseUrl };
  writeDemo(home, named);
  return named;
};

/**
 * On the first start of a home: one organisation, one project, an admin, an agent, a service account, contacts, tickets,
 * a board, articles and engagement items. Writes `demo.json` last, so that a start that was cut off begins again; `likelyUrl` is the address the API
 * will have.
 */
export const ensureDemo = async (peers: Peers, home: string, likelyUrl: string): Promise<void> => {
  if (existsSync(demoFile(home))) return;
  const admin = await provision(peers, 'admin@demo.parley.localhost', 'Ada Admin');
  const adminScope: Scope = { actor: { type: 'user', id: admin.id, email: admin.email, confirmed: true } };
  const project = await ensureProject(peers, adminScope);
  await showHelpcenter(peers, project, adminScope);
  const inProject = { projectId: project.id, organisationId: project.organisation };
  const agent = await provision(peers, 'agent@demo.parley.localhost', 'Grace Agent', {
    projectId: project.id,
    role: 'agent',
  });
  const { serviceAccount } = await createClient(
    ServiceAccountsServiceDefinition,
    peers.workspace,
  ).createServiceAccount(
    { name: 'Demo service account' },
    contextFor({ ...adminScope, ...inProject, role: 'admin' }),
  );
  const agentScope: Scope = {
    actor: { type: 'user', id: agent.id, email: agent.email, confirmed: true },
    ...inProject,
    role: 'agent',
  };
  await seedConversations(peers, agentScope);
  await seedHistory(peers, agent.id, contextFor({ ...adminScope, ...inProject, role: 'admin' }));
  await seedPipelines(peers, contextFor(agentScope));
  await seedHelpcenter(peers, contextFor({ ...adminScope, ...inProject, role: 'admin' }));
  await seedEngagement(peers, contextFor({ ...adminScope, ...inProject, role: 'admin' }));
  await ensureMailbox(peers, contextFor({ ...adminScope, ...inProject, role: 'admin' }));
  await seedWorkflow(peers, contextFor({ ...adminScope, ...inProject, role: 'admin' }));
  const account = ({ email, password, token }: DemoAccount): DemoAccount => ({ email, password, token });
  const demo: Demo = {
    baseUrl: likelyUrl,
    projectId: project.id,
    organisationId: project.organisation,
    apiToken: project.apiToken,
    admin: account(admin),
    agent: account(agent),
    serviceToken: serviceAccount?.token ?? '',
  };
  writeDemo(home, demo);
};
