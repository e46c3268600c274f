import { eventually } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type Api, createApi, ok } from './support/api';
import { openMailbox } from './support/mailbox';
import { removeHome, type RunningPlatform, startPlatform } from './support/platform';

describe('the demo’s workflow', () => {
  let platform: RunningPlatform;
  let backend: Api;
  let admin: Api;
  let closeMailbox: () => Promise<void>;

  beforeAll(async () => {
    const mailbox = await openMailbox();
    closeMailbox = () => mailbox.close();
    platform = await startPlatform({ SMTP_URL: mailbox.url });
    const demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8')) as {
      projectId: string;
      admin: { token: string };
      serviceToken: string;
    };
    const anonymous = createApi(() => `${platform.origin}/v3`);
    backend = anonymous.as({ token: demo.serviceToken });
    admin = anonymous.as({ token: demo.admin.token, project: demo.projectId });
  });
  afterAll(async () => {
    await platform.stop();
    await closeMailbox();
    removeHome(platform.home);
  });

  const start = async (): Promise<string> => {
    const all = ok(await admin.call('GET', '/workflows?name=Welcome')) as Answer['body'][];
    expect(all).toHaveLength(1);
    const body = { workflowId: all[0]?.id };
    return ok(await backend.call('POST', '/s2s/contacts/demo-1/conversations', body)).id;
  };
  const answer = async (id: string, body: object): Promise<Answer['body']> =>
    ok(await backend.call('POST', `/s2s/conversations/${id}/workflow-step`, body));
  const bots = async (id: string): Promise<Answer['body'][]> => {
    const all = ok(await backend.call('GET', `/s2s/conversations/${id}/messages`)) as Answer['body'][];
    return all.filter(({ author }) => author.type === 'bot');
  };

  it('greets, asks for the topic, answers from the help center, and hands over', async () => {
    const id = await start();
    expect(await answer(id, { selection: 'question' })).toMatchObject({ step: { id: 'ask' } });
    await eventually(async () => {
      const { pending } = ok(await admin.call('GET', '/knowledge/status')) as { pending?: number };
      expect(pending ?? 0).toBe(0);
    });
    expect(await answer(id, { text: 'How do I change the delivery address of an order?' })).toMatchObject({
      step: null,
      run: { status: 'done' },
    });
    const said = await eventually(async () => {
      const all = await bots(id);
      expect(all).toHaveLength(4);
      return all;
    });
    expect(said[0]?.plainText).toMatch(/^Hello .+, good to see you!$/);
    expect(said[3]?.markdown).toContain('/help/');
    const question = { comment: 'What is the meaning of life?' };
    ok(await backend.call('POST', `/s2s/conversations/${id}/messages`, question));
    await eventually(async () =>
      expect(ok(await admin.call('GET', `/tickets/${id}`)).bot).toMatchObject({
        active: false,
        forwardedToSupportAt: expect.any(String),
      }),
    );
  });

  it('hands over at once to whoever wants a person', async () => {
    const id = await start();
    expect(await answer(id, { selection: 'person' })).toMatchObject({ step: null, run: { status: 'done' } });
    expect(ok(await admin.call('GET', `/tickets/${id}`)).bot).toMatchObject({ active: false });
  });
});
