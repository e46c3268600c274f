import { createLexicalAi, wordsIn } from '@parley/ai';
import { type ModelServer, startModelServer } from '@parley/testing';
import { ok } from './support/api';
import { type Document, type EngagementWorld, startEngagement } from './support/engagement';

describe('Themes of survey answers with a model endpoint', () => {
  let model: ModelServer;
  let world: EngagementWorld;
  let summarize: () => Promise<Document>;
  beforeAll(async () => {
    model = await startModelServer({ embed: createLexicalAi().embed, wordsIn });
    world = await startEngagement({ AI_BASE_URL: model.url, OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' });
    const team = await world.team();
    const questions = [{ id: 'why', type: 'text', title: 'What is missing?' }];
    const { id } = await team.item('surveys', { config: { questions } });
    for (const why of ['Red pots', 'Blue pots', 'A lower price'])
      ok(
        await (
          await team.guest()
        ).call('PUT', `/shared/engagements/${id}/answers`, { answers: { why }, round: 1 }),
      );
    summarize = async () => {
      const { questions: summaries } = ok(
        await team.admin.call('GET', `/engagement/surveys/${id}/responses/summarize`),
      );
      return summaries[0];
    };
  });
  afterAll(async () => {
    await world.stop();
    await model.close();
  });

  const says = (content: string): void =>
    model.interfere((response) => {
      const choices = [{ index: 0, message: { role: 'assistant', content } }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices }));
      return true;
    });

  it('are named by the model, and their counts add up', async () => {
    says('{"themes":[{"title":"More colours","answers":[2,3,9]}]}');
    expect(await summarize()).toMatchObject({
      answered: 3,
      themes: [{ title: 'More colours', count: 2, examples: ['Blue pots', 'Red pots'] }],
      other: 1,
    });
  });

  it.each(['I cannot help with that.', '{"themes":"none"}'])(
    'are words when the model answers %j',
    async (answer) => {
      says(answer);
      expect(await summarize()).toMatchObject({
        answered: 3,
        themes: [{ title: 'pots', count: 2 }],
        other: 1,
      });
    },
  );

  it('are words when the model is away', async () => {
    model.interfere((response) => {
      response.writeHead(500).end();
      return true;
    });
    expect(await summarize()).toMatchObject({ answered: 3, themes: [{ title: 'pots', count: 2 }], other: 1 });
  });
});
