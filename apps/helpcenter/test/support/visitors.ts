import { type Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { type Client } from '@parley/auth';
import { type CallContext } from '@parley/rpc';
import { type TestProject } from './helpcenter';

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
export const widgetOf = (
  project: Pick<TestProject, 'id' | 'organisationId'>,
  { svcId }: Pick<Contact, 'svcId'>,
  client: Partial<Client> = {},
): CallContext => {
  const context = anonymous(project, client);
  return { ...context, scope: { ...context.scope, actor: { type: 'contact', id: svcId } } };
};
