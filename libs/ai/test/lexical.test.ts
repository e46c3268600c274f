import { createLexicalAi, dot } from '../src';
import { aiSuite } from './suite';

describe('the lexical adapter', () => {
  aiSuite(() => Promise.resolve({ ai: createLexicalAi(), close: () => Promise.resolve() }));

  const ai = createLexicalAi();
  const cosine = async (a: string, b: string): Promise<number> => {
    const { vectors } = await ai.embed([a, b]);
    return dot(vectors[0] as Float32Array, vectors[1] as Float32Array);
  };

  it('says what it is', async () => {
    expect(ai).toMatchObject({ embeddingModel: 'lexical-v1', writes: false });
    expect((await ai.complete({ system: '', prompt: 'x', maxTokens: 5 })).model).toBe('extractive-v1');
  });

  it('makes the same vectors in every process and version', async () => {
    const { vectors } = await ai.embed(['Dark mode']);
    const found = Array.from(vectors[0] as Float32Array, (value, index) => ({ value, index }))
      .filter(({ value }) => value !== 0)
      .map(({ value, index }) => `${index}:${value.toFixed(3)}`);
    expect(found).toMatchSnapshot();
  });

  it.each([
    ['inflections', 'exporting invoices', 'export invoice'],
    ['typos', 'calendar integration', 'calender integration'],
    ['case and accents', 'Résumé EXPORT', 'resume export'],
    ['words of other languages', 'dunkles Design', 'Bitte ein dunkleres Design'],
    ['scripts without blanks', '深色模式', '请增加深色模式'],
  ])('sees through %s', async (_, a, b) => {
    expect(await cosine(a, b)).toBeGreaterThanOrEqual(ai.similarity.related);
  });

  it('gives little weight to what every request says', async () => {
    const [a, b] = ['Please add the feature to export orders', 'Please add the feature to change colours'];
    expect(await cosine(a, b)).toBeLessThan(ai.similarity.same);
    expect(await cosine(a, 'Order export')).toBeGreaterThan(await cosine(a, b));
  });

  it('stops when it is told to', async () => {
    await expect(ai.embed(['x'], AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});
