import { eventually } from '@parley/testing';
import { type Answer, type Api, createApi, ok } from './api';
import { startOwn } from './customer';
import type { Mailbox } from './mailbox';
import { newAddress, signUp } from './people';
import type { PlatformUnderTest } from './platform';
import { sharePlatform } from './shared-platform';

/** What the API answers, read by field name. */
export type Document = Answer['body'];

/** A contact and its widget. */
export interface Widget {
  contactId: string;
  headers: Record<string, string>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** What is due on a page. */
  due(query?: string): Promise<Document[]>;
  /** Ids of what is due. */
  dueIds(query?: string): Promise<string[]>;
  report(itemId: string, event: string, stepId?: string): Promise<Answer>;
  track(...names: string[]): Promise<void>;
}

/** A project and whoever is in it. */
export interface Team {
  projectId: string;
  admin: Api;
  sessionSecret: string;
  /** Creates an item, live unless it says otherwise. */
  item(path: string, fields: Record<string, unknown>): Promise<Document>;
  /** A guest with a widget. */
  guest(fields?: Record<string, unknown>): Promise<Widget>;
  statistics(itemId: string): Promise<Document>;
}

/** The platform in one process, and projects in it. */
export interface EngagementWorld {
  api: Api;
  mailbox: Mailbox;
  platform: () => PlatformUnderTest;
  team(): Promise<Team>;
  stop(): Promise<void>;
}

export const MESSAGE = { localized: { en: 'Back at noon.' } };

const createWidget = (api: Api, contactId: string, headers: Record<string, string>): Widget => {
  const call: Widget['call'] = (method, path, body) => api.call(method, path, body, headers);
  const due: Widget['due'] = async (query = '') => ok(await call('GET', `/shared/engagements${query}`));
  return {
    contactId,
    headers,
    call,
    due,
    dueIds: async (query) => (await due(query)).map(({ id }) => id as string),
    report: (itemId, event, stepId) =>
      call('POST', `/shared/engagements/${itemId}/events`, {
        event,
        ...(stepId !== undefined && { stepId }),
      }),
    track: async (...names) => {
      ok(await call('POST', '/shared/sessions/events', { events: names.map((name) => ({ name })) }));
    },
  };
};

export const startEngagement = async (env?: Record<string, string>): Promise<EngagementWorld> => {
  const { platform, mailbox, leave } = await (env ? startOwn(env) : sharePlatform());
  const api = createApi(() => `${platform.origin}/v3`);
  return {
    api,
    mailbox,
    platform: () => platform,
    team: async () => {
      const { api: admin, projectId } = await signUp(api, mailbox);
      const project = ok(await admin.call('GET', `/projects/${projectId}`));
      return {
        projectId,
        admin,
        sessionSecret: project.sessionSecret,
        item: async (path, fields) =>
          ok(await admin.call('POST', `/engagement/${path}`, { name: 'Item', status: 'live', ...fields })),
        guest: async (fields = {}) => {
          const key = { 'api-token': project.apiToken };
          const session = ok(await api.call('POST', '/shared/sessions', {}, key));
          if (Object.keys(fields).length > 0) ok(await admin.call('PUT', `/sessions/${session.id}`, fields));
          return createWidget(api, session.id, {
            ...key,
            'svc-id': session.svcId,
            'svc-hash': session.svcHash,
          });
        },
        statistics: async (itemId) => ok(await admin.call('GET', `/engagements/${itemId}/statistics`)),
      };
    },
    stop: leave,
  };
};

/** Waits until a widget gets exactly these items. */
export const waitForDue = (widget: Widget, ids: readonly string[], query?: string): Promise<void> =>
  eventually(async () => expect(await widget.dueIds(query)).toEqual(ids));

export { newAddress };
