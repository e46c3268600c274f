import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import type { VisibleArticle, VisibleCollection } from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import type { GetVisibleCollectionResponse } from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import type { Client } from '@parley/auth';
import type { CallContext } from '@parley/rpc';
import { startHelpcenter, type TestHelpcenter, type TestProject } from './helpcenter';

/** The context of somebody without a session. */
export const anonymous = (
  { id, organisationId }: Pick<TestProject, 'id' | 'organisationId'>,
  client: Partial<Client> & { ip?: string } = {},
): CallContext => {
  const { ip = '198.51.100.7', ...rest } = client;
  return {
    requestId: 'test',
    scope: {
      actor: { type: 'anonymous' },
      projectId: id,
      organisationId,
      ip,
      client: { userAgent: 'Mozilla/5.0', host: '127.0.0.1:3000', channel: 'widget', ...rest },
    },
    deadline: Date.now() + 30_000,
    signal: new AbortController().signal,
  };
};

/** The context of a contact's widget. */
export const makeWidgetContext = (
  project: Pick<TestProject, 'id' | 'organisationId'>,
  { svcId }: Pick<Contact, 'svcId'>,
  client: Partial<Client> = {},
): CallContext => {
  const context = anonymous(project, client);
  return { ...context, scope: { ...context.scope, actor: { type: 'contact', id: svcId } } };
};

/** The service, and a project in English, German and Austrian German with a visitor who has no session. */
export interface Visit {
  service: TestHelpcenter;
  project: TestProject;
  guest: CallContext;
}

/** Starts the service for the tests of a file, and hands each of them a new project. */
export const beforeEachVisit = (hand: (visit: Visit) => void): void => {
  let service: TestHelpcenter;
  beforeAll(async () => {
    service = await startHelpcenter();
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    const project = service.project();
    service.beside.settings.set(project.id, { defaultLanguage: 'en', languages: ['en', 'de', 'de-AT'] });
    hand({ service, project, guest: anonymous(project) });
  });
};

/** What visitors read: as a guest unless a test says otherwise. */
export interface Reader {
  /** Collections at the top, or in one. */
  top(context?: CallContext, request?: { lang?: string; parentId?: string }): Promise<VisibleCollection[]>;
  page(
    collectionRef: string,
    context?: CallContext,
    lang?: string,
  ): Promise<GetVisibleCollectionResponse['data']>;
  read(articleRef: string, context?: CallContext, lang?: string): Promise<VisibleArticle | undefined>;
}

export const createReader = (service: () => TestHelpcenter, guest: () => CallContext): Reader => ({
  top: async (context = guest(), request = {}) =>
    (await service().visitor.listVisibleCollections(request, context)).data?.collections ?? [],
  page: async (collectionRef, context = guest(), lang) =>
    (await service().visitor.getVisibleCollection({ collectionRef, ...(lang && { lang }) }, context)).data,
  read: async (articleRef, context = guest(), lang) =>
    (await service().visitor.getVisibleArticle({ articleRef, ...(lang && { lang }) }, context)).data?.article,
});

export const titles = (list: readonly { title: string }[] | undefined): string[] | undefined =>
  list?.map(({ title }) => title);
