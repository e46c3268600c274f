import type { ConsumerContact, Conversation, ConversationMessage, Message, Parley } from '@parley/client';
import { randomBytes } from 'node:crypto';
import { type Api, createApi, ok } from './api';
import { openClient } from './client';
import { type Mailbox, openMailbox } from './mailbox';
import { join, newAddress, openAccount } from './people';
import { type PlatformUnderTest, removeHome, startPlatform } from './platform';
import { type SharedPlatform, sharePlatform } from './shared-platform';

/** A customer of the platform: a team with a project, and its own back end and web site. */
export interface Customer {
  projectId: string;
  apiToken: string;
  sessionSecret: string;
  /** The team's admin. */
  team: Api;
  /** Another member of the team, an agent. */
  agent: Api;
  agentId: string;
  /** The customer's own back end: a service account, without a project header. */
  backend: Api;
  /** The platform's own client, as the back end and as the agent. */
  parley: Parley;
  agentParley: Parley;
  /** A consumerId that no other test uses. */
  newConsumer(): string;
  /** Creates a contact, or changes it. */
  contact(consumerId: string, profile?: object): Promise<ConsumerContact>;
  /** Opens a conversation of a contact, which is created when it is new. */
  open(consumerId: string, request?: object): Promise<Conversation>;
  /** Sends a message of the contact. */
  send(conversationId: string, comment: string, more?: object): Promise<ConversationMessage>;
  /** The team answers in public. */
  reply(conversationId: string, comment: string, more?: object): Promise<Message>;
  conversation(conversationId: string): Promise<Conversation>;
  /** Texts of the messages that the contact sees, oldest first. */
  texts(conversationId: string): Promise<string[]>;
  /** The widget of a contact. */
  widget(contact: { svcId: string; svcHash: string }): Api;
}

/** Path of a contact. */
export const toPath = (consumerId: string): string => `/s2s/contacts/${encodeURIComponent(consumerId)}`;

/** Signs up a team, makes it a project, and gives its back end a token. */
export const openCustomer = async (anonymous: Api, mailbox: Pick<Mailbox, 'waitFor'>): Promise<Customer> => {
  const founder = await openAccount(anonymous, mailbox, newAddress('founder'), 'Ada Founder');
  const colleague = await openAccount(anonymous, mailbox, newAddress('agent'), 'Grace Agent');
  const project = ok(await founder.api.call('POST', '/projects', { name: 'Web shop' }));
  const team = founder.api.as({ project: project.id });
  const agent = await join(team, project.id, colleague, 'agent');
  const { token } = ok(await team.call('POST', '/service-accounts', { name: 'Shop back end' }));
  const backend = anonymous.as({ token });
  const parley = openClient(backend);
  const agentParley = openClient(agent);
  return {
    projectId: project.id,
    apiToken: project.apiToken,
    sessionSecret: project.sessionSecret,
    team,
    agent,
    agentId: colleague.id,
    backend,
    parley,
    agentParley,
    newConsumer: () => `consumer-${randomBytes(6).toString('hex')}`,
    contact: (consumerId, profile) => parley.s2sContacts.upsert(consumerId, profile),
    open: (consumerId, request) => parley.s2sContacts.createConversation(consumerId, request),
    send: (id, comment, more = {}) => parley.s2sConversations.sendMessage(id, { comment, ...more }),
    reply: (id, comment, more = {}) => agentParley.messages.create({ ticket: id, comment, ...more }),
    conversation: (id) => parley.s2sConversations.get(id),
    texts: async (id) =>
      (await parley.s2sConversations.listMessages(id, { limit: 100 })).map(({ plainText = '' }) => plainText),
    widget: ({ svcId, svcHash }) => ({
      credentials: anonymous.credentials,
      as: (credentials) => anonymous.as(credentials),
      call: (method, path, body, headers = {}) =>
        anonymous.call(method, path, body, {
          'api-token': project.apiToken,
          'svc-id': svcId,
          'svc-hash': svcHash,
          ...headers,
        }),
    }),
  };
};

/** A platform with a customer on it. */
export interface CustomerPlatform {
  platform: PlatformUnderTest;
  /** Calls without a token. */
  anonymous: Api;
  mailbox: Mailbox;
  customer: Customer;
  stop(): Promise<void>;
}

/** The platform with a customer on it: the worker's, or one of the file's own when it names settings. */
export const startWithCustomer = async (env?: Record<string, string>): Promise<CustomerPlatform> => {
  const { platform, mailbox, leave } = await (env ? startOwn(env) : sharePlatform());
  const anonymous = createApi(() => `${platform.origin}/v3`);
  return {
    platform,
    anonymous,
    mailbox,
    customer: await openCustomer(anonymous, mailbox),
    stop: leave,
  };
};

/** A platform with settings of its own. */
export const startOwn = async (env: Record<string, string>): Promise<SharedPlatform> => {
  const mailbox = await openMailbox();
  const platform = await startPlatform({
    SMTP_URL: mailbox.url,
    PARLEY_DEMO: '0',
    RATE_LIMIT_PER_MINUTE: '100000',
    ...env,
  });
  return {
    platform,
    mailbox,
    leave: async () => {
      await platform.stop();
      await mailbox.close();
      removeHome(platform.home);
    },
  };
};
