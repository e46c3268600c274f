import { createEndpointAi, createLexicalAi, wordsIn } from '@parley/ai';
import { startModelServer } from '@parley/testing';
import { knowledgeSet, type LabelledQuestion, meaningsOf } from '@parley/testing/knowledge-set';
import { startKnowledge, type TestKnowledge, type TestProject } from './support/knowledge';

const lexical = createLexicalAi();

/** What was found for a question: the place of the right document, 0 for none. */
interface Judged extends LabelledQuestion {
  rank: number;
}

const judge = async (its: TestProject): Promise<Judged[]> => {
  await Promise.all(
    knowledgeSet.documents.map(({ id, lang, title, text }) =>
      its.push({ contentId: id, lang, title, content: text as never }),
    ),
  );
  await its.settled();
  const judged: Judged[] = [];
  for (const question of knowledgeSet.questions) {
    const found = await its.found(question.text, { limit: 5 });
    judged.push({ ...question, rank: found.indexOf(question.id) + 1 });
  }
  return judged;
};

const recall = (judged: readonly Judged[], most = 5): number =>
  judged.filter(({ rank }) => rank > 0 && rank <= most).length / judged.length;
const missed = (judged: readonly Judged[]): string[] =>
  judged.filter(({ rank }) => rank === 0).map(({ text }) => text);

it('has 40 documents and 60 questions in 7 languages', () => {
  const { documents, questions } = knowledgeSet;
  expect([documents.length, questions.length]).toEqual([40, 60]);
  expect(new Set(documents.map(({ lang }) => lang)).size).toBe(7);
  const ids = new Set(documents.map(({ id }) => id));
  expect(questions.filter(({ id }) => !ids.has(id))).toEqual([]);
});

describe('quality with lexical vectors', () => {
  let service: TestKnowledge;
  let judged: Judged[];
  beforeAll(async () => {
    service = await startKnowledge();
    judged = await judge(service.project());
  }, 120_000);
  afterAll(() => service.stop());

  it('finds at least 0.95 among 5, and 0.80 first, of questions that share telling words', () => {
    const shared = judged.filter(({ kind }) => kind === 'words');
    expect({ recall: recall(shared), missed: missed(shared) }).toMatchObject({ missed: expect.any(Array) });
    expect(recall(shared)).toBeGreaterThanOrEqual(0.95);
    expect(recall(shared, 1)).toBeGreaterThanOrEqual(0.8);
  });

  it('finds at least 0.70 among 5 of all questions in the language of the document', () => {
    expect(recall(judged.filter(({ kind }) => kind !== 'foreign'))).toBeGreaterThanOrEqual(0.7);
  });
});

describe('quality with a model that knows meanings', () => {
  it('finds at least 0.90 among 5 of all questions, other languages included', async () => {
    const server = await startModelServer({
      embed: (texts) => lexical.embed(texts.map(meaningsOf)),
      wordsIn,
    });
    const ai = createEndpointAi({ baseUrl: server.url, chatModel: 'c', embeddingModel: 'meanings' });
    const service = await startKnowledge({ ai });
    const judged = await judge(service.project());
    expect(missed(judged).length).toBeLessThanOrEqual(6);
    expect(recall(judged)).toBeGreaterThanOrEqual(0.9);
    await service.stop();
    await server.close();
  }, 120_000);
});

const endpoint = process.env['TEST_EMBEDDINGS_URL'];

// A real model is no part of the repository: whoever has one names its server.
(endpoint ? describe : describe.skip)('quality with the model at TEST_EMBEDDINGS_URL', () => {
  it('finds at least 0.90 among 5 of all questions, other languages included', async () => {
    const ai = createEndpointAi({
      baseUrl: endpoint ?? '',
      chatModel: 'none',
      embeddingModel: process.env['TEST_EMBEDDINGS_MODEL'] ?? 'default',
    });
    const service = await startKnowledge({ ai });
    const judged = await judge(service.project());
    expect({ recall: recall(judged) >= 0.9, missed: missed(judged) }).toEqual({
      recall: true,
      missed: expect.any(Array),
    });
    await service.stop();
  }, 120_000);
});
