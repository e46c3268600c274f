import { type Ai, dot, wordsIn } from '../src';

/** What every adapter promises. */
export const aiSuite = (open: () => Promise<{ ai: Ai; close(): Promise<void> }>): void => {
  let ai: Ai;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ ai, close } = await open());
  });
  afterAll(() => close());
  const cosine = async (a: string, b: string): Promise<number> => {
    const { vectors } = await ai.embed([a, b]);
    return dot(vectors[0] as Float32Array, vectors[1] as Float32Array);
  };

  it('answers one unit vector per text, in order, all of one size, by the model it names', async () => {
    const texts = ['Dark mode', 'Export as CSV', 'Dark mode'];
    const { model, vectors } = await ai.embed(texts);
    expect(model).toBe(ai.embeddingModel);
    expect(vectors).toHaveLength(3);
    expect(new Set(vectors.map(({ length }) => length)).size).toBe(1);
    for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 4);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    expect((await ai.embed(['Export as CSV'])).vectors[0]).toEqual(vectors[1]);
  });

  it('answers more vectors than fit into one request', async () => {
    const texts = Array.from({ length: 150 }, (_, index) => `request number ${index}`);
    const { vectors } = await ai.embed(texts);
    expect(vectors).toHaveLength(150);
    expect(vectors[149]).toEqual((await ai.embed([texts[149] ?? ''])).vectors[0]);
  });

  it('answers nothing for nothing, and zero vectors of the same size for texts without words', async () => {
    expect((await ai.embed([])).vectors).toEqual([]);
    const { vectors } = await ai.embed(['', 'word', ' ?! ']);
    expect(vectors[0]).toEqual(new Float32Array(vectors[1]?.length ?? 0));
    expect(vectors[2]).toEqual(vectors[0]);
    expect(dot(vectors[0] as Float32Array, vectors[1] as Float32Array)).toBe(0);
    expect((await ai.embed([''])).vectors).toHaveLength(1);
  });

  it('finds the same in other words, and nothing in common where there is nothing', async () => {
    const { related, same } = ai.similarity;
    expect(related).toBeLessThan(same);
    expect(await cosine('Export orders as CSV', 'Export orders as CSV')).toBeGreaterThanOrEqual(same);
    expect(await cosine('exporting an order to CSV', 'CSV export of orders')).toBeGreaterThanOrEqual(related);
    expect(await cosine('Export orders as CSV', 'A dark theme at night')).toBeLessThan(related);
  });

  it('takes texts of any length and with half a character', async () => {
    const long = 'word '.repeat(100_000);
    const { vectors } = await ai.embed([long, 'broken \ud83d text', 'null \0 text']);
    expect(vectors).toHaveLength(3);
  });

  it('completes with a text of at most so many words, by a model it names', async () => {
    const prompt = Array.from({ length: 50 }, (_, index) => `The sentence with number ${index} ends.`).join(
      ' ',
    );
    const { model, text } = await ai.complete({ system: 'Shorten it.', prompt, maxTokens: 40 });
    expect(model).not.toBe('');
    expect(text).toContain('number 0');
    expect(wordsIn(text).length).toBeLessThanOrEqual(40);
    const { text: short } = await ai.complete({ system: 'Name it.', prompt: 'One word', maxTokens: 5 });
    expect(short).toBe('One word');
  });
};
