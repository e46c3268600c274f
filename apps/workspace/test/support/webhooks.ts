import { createEmbeddedBroker, type NewEvent } from '@parley/events';
import { newId } from '@parley/persistence';
import type { Project } from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { Webhook, WebhookDelivery } from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { CallContext } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { createProject } from './people';
import { type Producer, startProducer } from './producer';
import { type Received, type Receiver, startReceiver } from './receiver';
import { inProject, type Person, present, startWorkspace, type TestWorkspace } from './workspace';

/** The workspace between services that tell events and a receiver of webhooks, with a clock that can be put forward. */
export interface WebhookWorld {
  workspace: TestWorkspace;
  receiver: Receiver;
  owner: Person;
  tickets: Producer;
  contacts: Producer;
  helpcenter: Producer;
  pipelines: Producer;
  now(): Date;
  /** Puts the clock forward. */
  advance(milliseconds: number): void;
  project(): Promise<WebhookProject>;
  /** What came to a path of the receiver. */
  requestsTo(path: string): Received[];
  /** Waits for exactly so many requests to a path. */
  untilRequests(path: string, count: number): Promise<Received[]>;
  stop(): Promise<void>;
}

/** A path that nothing else uses. */
export const freshPath = (): string => `/${newId()}`;

/** A project and what can be done with its webhooks. */
export interface WebhookProject {
  project: Project;
  context: CallContext;
  /** A webhook at a path of the receiver. */
  webhook(path: string, rest?: object): Promise<Webhook>;
  get(id: string): Promise<Webhook>;
  deliveries(id: string, rest?: object): Promise<WebhookDelivery[]>;
  /** An event about a ticket of this project. */
  ticketEvent(verb: string, ticket?: { id?: string; type?: string; title?: string }): NewEvent;
}

export const startWebhookWorld = async (): Promise<WebhookWorld> => {
  const broker = createEmbeddedBroker();
  let ahead = 0;
  const now = (): Date => new Date(Date.now() + ahead);
  const [workspace, receiver, tickets, contacts, helpcenter, pipelines] = await Promise.all([
    startWorkspace({ broker, clock: now }),
    startReceiver(),
    startProducer('tickets', broker),
    startProducer('contacts', broker),
    startProducer('helpcenter', broker),
    startProducer('pipelines', broker),
  ]);
  const owner = await workspace.person();
  const { webhooks } = workspace;
  const requestsTo = (path: string): Received[] => receiver.received.filter((one) => one.path === path);
  return {
    requestsTo,
    untilRequests: (path, count) =>
      eventually(() => {
        const requests = requestsTo(path);
        expect(requests).toHaveLength(count);
        return requests;
      }),
    workspace,
    receiver,
    owner,
    tickets,
    contacts,
    helpcenter,
    pipelines,
    now,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    project: async () => {
      const project = await createProject(workspace, owner);
      const context = inProject(owner.user, project);
      return {
        project,
        context,
        webhook: async (path, rest = {}) => {
          const request = { url: `${receiver.url}${path}`, events: ['TICKET_CREATED'], ...rest };
          return present((await webhooks.createWebhook(request, context)).webhook);
        },
        get: async (webhookId) => present((await webhooks.getWebhook({ webhookId }, context)).webhook),
        deliveries: async (webhookId, rest = {}) =>
          (await webhooks.listWebhookDeliveries({ webhookId, limit: 100, ...rest }, context)).deliveries,
        ticketEvent: (verb, { id = newId(), type = 'BUG', title = 'Broken' } = {}) => ({
          subject: `tickets.v1.ticket.${verb}`,
          projectId: project.id,
          aggregateId: id,
          payload: { ticket: { id, project: project.id, type, title } },
        }),
      };
    },
    stop: async () => {
      await Promise.all([tickets.stop(), contacts.stop(), helpcenter.stop(), pipelines.stop()]);
      await workspace.stop();
      await receiver.close();
    },
  };
};
