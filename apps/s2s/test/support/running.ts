import { type Ai, createLexicalAi } from '@parley/ai';
import { createSealer } from '@parley/auth';
import { createEmbeddedBroker } from '@parley/events';
import { createFolderStore } from '@parley/files';
import { createSmtpTransport } from '@parley/mail';
import { createOutbound } from '@parley/outbound';
import { type Database, newId } from '@parley/persistence';
import { ContactDirectoryServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contact_directory_service';
import { ContactsServiceDefinition } from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import {
  type AnswerForAgentRequest,
  type AnswerForAgentResponse,
  AgentAnswersServiceDefinition,
} from '@parley/proto/generated/parley/knowledge/v1/agent_answers_service';
import { AgentsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/agents_service';
import { FrontendToolsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/frontend_tools_service';
import { S2sConversationsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/s2s_conversations_service';
import { WorkflowsServiceDefinition } from '@parley/proto/generated/parley/s2s/v1/workflows_service';
import {
  type CallContext,
  type Client,
  createClient,
  createLocalCaller,
  type Partially,
  type RpcObserver,
} from '@parley/rpc';
import { type Peers, type Platform, serviceNames } from '@parley/runtime';
import { createLogger, createMetrics } from '@parley/telemetry';
import { createTestDatabase, POLL_EVERY_MS } from '@parley/testing';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../src/generated/migrations';
import { createS2s } from '../../src/service';
import { type Desk, openDesk } from './desk';
import { partly } from './partly';

const quiet: RpcObserver = { within: (_path, _context, run) => run(), finished: () => undefined };

/** The service, running on a database of its own; the services that it asks are stood in for. */
export interface RunningS2s {
  db: Database;
  desk: Desk;
  projectId: string;
  contactId: string;
  workflows: Client<WorkflowsServiceDefinition>;
  conversations: Client<S2sConversationsServiceDefinition>;
  agents: Client<AgentsServiceDefinition>;
  tools: Client<FrontendToolsServiceDefinition>;
  /** The customer's back end, and the contact's widget. */
  backend: CallContext;
  widget: CallContext;
  /** Questions that were looked up, and what is found; nothing at first. */
  asked: AnswerForAgentRequest[];
  find: (request: AnswerForAgentRequest) => Partially<AnswerForAgentResponse>;
  /** The service's time. */
  now(): Date;
  /** Lets so many seconds pass. */
  pass(seconds: number): void;
  /** Writes a workflow; answers its id. */
  write(steps: readonly object[]): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the service. */
export const startRunning = async (name: string, chooseTools?: Ai['chooseTools']): Promise<RunningS2s> => {
  const database = await createTestDatabase(name, migrations);
  const desk = openDesk();
  const [projectId, organisationId, contactId] = [newId(), newId(), newId()];
  let passed = 0;
  const asked: AnswerForAgentRequest[] = [];
  const nothing = createLocalCaller([], quiet);
  const contacts = [
    partly(ContactsServiceDefinition, {
      getContact: ({ sessionId }) => Promise.resolve({ contact: { id: sessionId, name: 'Carla' } }),
    }),
    partly(ContactDirectoryServiceDefinition, {
      getContactReferences: ({ ids }) => Promise.resolve({ contacts: ids.map((id) => ({ id })) }),
      getContactBySvcId: () => Promise.resolve({ contact: { id: contactId } }),
    }),
  ];
  const knowledge = partly(AgentAnswersServiceDefinition, {
    answerForAgent: (request) => {
      asked.push(request);
      return Promise.resolve(running.find(request));
    },
  });
  const peers = {
    ...Object.fromEntries(serviceNames.map((one) => [one, nothing])),
    tickets: createLocalCaller(desk.services, quiet),
    contacts: createLocalCaller(contacts, quiet),
    knowledge: createLocalCaller([knowledge], quiet),
  } as Peers;
  const platform: Platform = {
    databaseUrl: database.url,
    pollEvery: POLL_EVERY_MS,
    log: createLogger({ service: 's2s', level: 'silent' }),
    metrics: createMetrics({ service: 's2s', processMetrics: false }),
    peers,
    eventTransport: createEmbeddedBroker(),
    mail: createSmtpTransport({ url: 'smtp://127.0.0.1:9' }),
    files: createFolderStore({ directory: join(tmpdir(), `parley-files-${newId()}`) }),
    outbound: createOutbound({ allowedNetworks: [] }),
    mailFrom: 'support@parley.localhost',
    searchEngine: { kind: 'postgres' },
    ai: { ...createLexicalAi(), ...(chooseTools && { chooseTools }) },
    sealer: createSealer(['a secret for tests, long enough to be taken']),
    publicUrl: 'https://support.example.com',
  };
  const now = (): Date => new Date(Date.now() + passed);
  const module = createS2s(platform, { clock: now });
  await module.start();
  const caller = createLocalCaller(module.implementations, quiet);
  const as = (actor: CallContext['scope']['actor']): CallContext => ({
    requestId: newId(),
    scope: { actor, projectId, organisationId, role: 'user' },
    deadline: Date.now() + 600_000,
    signal: new AbortController().signal,
  });
  const backend = as({ type: 'service', id: newId(), name: 'Shop' });
  const workflows = createClient(WorkflowsServiceDefinition, caller);
  const running: RunningS2s = {
    db: database.db,
    desk,
    projectId,
    contactId,
    workflows,
    conversations: createClient(S2sConversationsServiceDefinition, caller),
    agents: createClient(AgentsServiceDefinition, caller),
    tools: createClient(FrontendToolsServiceDefinition, caller),
    backend,
    widget: as({ type: 'contact', id: 'svc' }),
    asked,
    find: () => ({ answer: '', grounded: false, sources: [] }),
    now,
    pass: (seconds) => {
      passed += seconds * 1_000;
    },
    write: async (steps) => {
      const request = { workflow: { name: 'Welcome', steps: [...steps] } };
      const { workflow } = await workflows.createWorkflow(request, backend);
      return workflow?.id ?? '';
    },
    stop: async () => {
      await module.stop();
      await database.drop();
    },
  };
  return running;
};
