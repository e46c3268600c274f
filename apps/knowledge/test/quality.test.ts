import { type Ai, createEndpointAi, createLexicalAi, wordsIn } from '@parley/ai';
import { startModelServer } from '@parley/testing';
import { knowledgeSet, toMeanings } from '@parley/testing/knowledge-set';
import { startKnowledge, type TestKnowledge } from './support/knowledge';
import { expectLexicalQuality, judge, missed, recall } from './support/quality';
import { expectSimilarToItself } from './support/similar';

const lexical = createLexicalAi();

it('has 40 documents and 60 questions in 7 languages', () => {
  const { documents, questions } = knowledgeSet;
  expect([documents.length, questions.length]).toEqual([40, 60]);
  expect(new Set(documents.map(({ lang }) => lang)).size).toBe(7);
  const ids = new Set(documents.map(({ id }) => id));
  expect(questions.filter(({ id }) => !ids.has(id))).toEqual([]);
});

it('with lexical vectors finds at least 0.95 among 5, and 0.80 first, of questions that share telling words, and 0.70 among 5 of all in the language of the document', async () => {
  const service = await startKnowledge();
  expectLexicalQuality(await judge(service.project()));
  await service.stop();
});

/** What has to hold with a model of embeddings. */
const itHasQuality = (open: () => Promise<{ ai: Ai; close?: () => Promise<void> }>): void => {
  let service: TestKnowledge;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const model = await open();
    service = await startKnowledge(model);
    ({ close } = model);
  });
  afterAll(async () => {
    await service.stop();
    await close?.();
  });

  it('finds at least 0.90 among 5 of all questions, other languages included', async () => {
    const judged = await judge(service.project());
    expect({ recall: recall(judged) >= 0.9, missed: missed(judged) }).toEqual({
      recall: true,
      missed: expect.any(Array),
    });
  });

  it('gives a ticket whose title and description are the query a similarity of at least 0.6', () =>
    expectSimilarToItself(service));
};

describe('with a model that knows meanings', () => {
  itHasQuality(async () => {
    const server = await startModelServer({
      embed: (texts) => lexical.embed(texts.map(toMeanings)),
      wordsIn,
    });
    const ai = createEndpointAi({ baseUrl: server.url, chatModel: 'c', embeddingModel: 'meanings' });
    return { ai, close: server.close };
  });
});

const endpoint = process.env['TEST_EMBEDDINGS_URL'];

// A real model is no part of the repository: whoever has one names its server.
(endpoint ? describe : describe.skip)('with the model at TEST_EMBEDDINGS_URL', () => {
  itHasQuality(() => {
    const embeddingModel = process.env['TEST_EMBEDDINGS_MODEL'] ?? 'default';
    const ai = createEndpointAi({ baseUrl: endpoint ?? '', chatModel: 'none', embeddingModel });
    return Promise.resolve({ ai });
  });
});
