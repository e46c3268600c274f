import { eventually, freePort } from '@parley/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, createApi, ok } from './support/api';
import { dropDatabases, newDatabaseUrl } from './support/databases';
import { type Mailbox, openMailbox } from './support/mailbox';
import { signUp } from './support/main-job';
import { removeHome, type RunningPlatform, startPlatform, temporaryHome } from './support/platform';

/** Entries that are pushed at once. */
const PUSHED = 1_500;

interface Asked {
  answer: string;
  results: Record<string, unknown>[];
  sources: Record<string, unknown>[];
}

const asker =
  (api: Api) =>
  async (path: string, body: object): Promise<Asked> =>
    ok(await api.call('POST', path, body)) as Asked;

describe('knowledge of the demo', () => {
  it('answers an agent from its help center, as the README shows; an agent changes no knowledge', async () => {
    const platform = await startPlatform();
    const demo = JSON.parse(readFileSync(join(platform.home, 'demo.json'), 'utf8'));
    const agent = createApi(() => `${platform.origin}/v3`).as({
      token: demo.agent.token,
      project: demo.projectId,
    });
    const ask = asker(agent);
    await eventually(async () => {
      const answer = await ask('/knowledge/answer', {
        question: 'Can I change the address when the order is shipped?',
      });
      expect(answer).toMatchObject({ grounded: true, mode: 'extractive' });
      expect(answer.sources[0]).toMatchObject({
        sourceType: 'article',
        title: 'Change the delivery address of an order',
        url: expect.stringContaining('/help/'),
      });
      expect(answer.answer).toContain('[1]');
    });
    expect(await agent.call('POST', '/aicontent', { title: 'A', content: 'B', type: 'faq' })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
    expect((await agent.call('POST', '/knowledge/reindex', {})).status).toBe(403);
    await platform.stop();
    removeHome(platform.home);
  }, 240_000);
});

describe('knowledge of a platform that is killed with kill -9', () => {
  const home = temporaryHome();
  const server = newDatabaseUrl('knowledge');
  let settings: Record<string, string>;
  let mailbox: Mailbox;
  let platform: RunningPlatform;
  let api: Api;
  let ask: ReturnType<typeof asker>;

  beforeAll(async () => {
    mailbox = await openMailbox();
    settings = {
      PARLEY_HOME: home,
      PARLEY_DEMO: '0',
      // Each request is a line.
      LOG_LEVEL: 'debug',
      PORT: String(await freePort()),
      DATABASE_URL: server,
      SMTP_URL: mailbox.url,
      RATE_LIMIT_PER_MINUTE: '100000',
    };
    platform = await startPlatform(settings);
    ({ api } = await signUp(
      createApi(() => `${platform.origin}/v3`),
      mailbox,
    ));
    ask = asker(api);
  });
  afterAll(async () => {
    await platform.stop();
    await mailbox.close();
    await dropDatabases(server);
    removeHome(home);
  });

  const found = async (query: string, more: object = {}): Promise<string[]> =>
    (await ask('/knowledge/search', { query, ...more })).results.map(({ sourceId }) => sourceId as string);
  const finds = (query: string, ids: readonly string[], more: object = {}): Promise<void> =>
    eventually(async () => expect(await found(query, more)).toEqual(ids));

  it(`has each of ${PUSHED} entries that were pushed at once, though it died while it indexed them`, async () => {
    const push = (n: number) =>
      api.call('POST', '/aicontent', {
        contentId: `entry-${n}`,
        title: `Entry ${n}`,
        content: `Number ${n} is about topic${n}x and nothing else.`,
        type: 'faq',
      });
    for (let n = 0; n < PUSHED; n += 100)
      for (const answer of await Promise.all(Array.from({ length: 100 }, (_, at) => push(n + at))))
        ok(answer);
    await platform.kill();
    platform = await startPlatform(settings);
    await eventually(async () => {
      expect(ok(await api.call('GET', '/knowledge/status'))).toMatchObject({
        documents: PUSHED,
        passages: PUSHED,
        pending: 0,
        failed: 0,
      });
    }, 120_000);
    for (const n of [0, 1, 777, PUSHED - 1]) expect((await found(`topic${n}x`))[0]).toBe(`entry-${n}`);
  }, 300_000);

  it('finds articles while they are published, and tickets while they and their contacts are there', async () => {
    const collection = ok(await api.call('POST', '/helpcenter/collections', { title: { en: 'All' } }));
    const articles = `/helpcenter/collections/${collection.id}/articles`;
    const article = ok(
      await api.call('POST', articles, {
        title: { en: 'Sousaphones' },
        content: { en: 'A sousaphone is worn around the body.' },
        isDraft: false,
      }),
    );
    await finds('sousaphone worn', [article.id]);
    await finds('sousaphone worn', [article.id], { scope: { collections: [collection.id] } });
    const restrict = async (targetAudience: string) =>
      ok(await api.call('PUT', `/helpcenter/collections/${collection.id}`, { targetAudience }));
    await restrict('users');
    await finds('sousaphone worn', []);
    await restrict('all');
    await finds('sousaphone worn', [article.id]);
    ok(await api.call('PUT', `${articles}/${article.id}`, { targetAudience: 'users' }));
    await finds('sousaphone worn', []);
    const session = ok(await api.call('POST', '/sessions', { userId: 'u-1', email: 'lin@example.com' }));
    await finds('sousaphone worn', [article.id], { scope: { session: session.id } });
    ok(await api.call('PUT', `${articles}/${article.id}`, { isDraft: true }));
    await finds('sousaphone worn', [], { internally: true });

    const ticket = ok(
      await api.call('POST', '/tickets', {
        title: 'The euphonium valve sticks',
        description: 'Since yesterday the second valve of the euphonium sticks.',
        session: session.id,
      }),
    );
    ok(
      await api.call('POST', '/messages', {
        ticket: ticket.id,
        comment: 'Secret note of flugelhorns',
        isNote: true,
      }),
    );
    const similar = async (query: string) => (await ask('/knowledge/similar-tickets', { query })).results;
    await eventually(async () => {
      const [best] = await similar('The euphonium valve sticks since yesterday the second valve');
      expect(best).toMatchObject({ ticketId: ticket.id, title: 'The euphonium valve sticks' });
      expect(best?.['similarity']).toBeGreaterThanOrEqual(0.6);
    });
    expect(await similar('secret note of flugelhorns')).toEqual([]);
    ok(await api.call('DELETE', `/sessions/${session.id}`));
    await eventually(async () => expect(await similar('The euphonium valve sticks')).toEqual([]));
  }, 240_000);

  it('makes an accepted suggestion an entry, and a declined one none', async () => {
    const ticket = ok(await api.call('POST', '/tickets', { title: 'Questions' }));
    const suggest = async (question: string): Promise<string> =>
      ok(
        await api.call('POST', '/messages', {
          ticket: ticket.id,
          type: 'FAQ_SUGGESTION',
          data: { question, answer: 'Ask the conductor.' },
        }),
      ).id;
    const [accepted, declined] = [
      await suggest('Who tunes glockenspiels?'),
      await suggest('Who tunes celestas?'),
    ];
    const answer = (id: string, accept: boolean) => api.call('POST', `/messages/${id}/faq`, { accept });
    const statuses = await Promise.all([
      answer(accepted, true),
      answer(accepted, true),
      answer(declined, false),
    ]);
    expect(statuses.filter(({ status }) => status < 300)).toHaveLength(2);
    await eventually(async () => {
      const entries = ok(await api.call('GET', '/aicontent?origin=faq_suggestion'));
      expect(entries).toEqual([
        expect.objectContaining({
          title: 'Who tunes glockenspiels?',
          ticketId: ticket.id,
          status: 'indexed',
        }),
      ]);
    });
    ok(await api.call('DELETE', `/tickets/${ticket.id}`));
    expect((await found('who tunes glockenspiels'))[0]).toBeDefined();
  });

  it('writes no text of documents, tickets and questions into its log', async () => {
    await ask('/knowledge/answer', { question: 'Where do heckelphones sleep?' });
    ok(await api.call('POST', '/code/ask', { question: 'Where do heckelphones sleep?' }));
    await eventually(() => expect(platform.output()).toContain('"request answered"'));
    expect(platform.output()).not.toMatch(
      /topic\d+x|sousaphone|euphonium|flugelhorn|glockenspiel|heckelphone/i,
    );
  });
});
