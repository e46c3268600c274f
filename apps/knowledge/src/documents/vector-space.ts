import type { Ai } from '@parley/ai';

/** Vectors with the name that says which others they can be compared with. */
export interface SpacedVectors {
  space: string;
  vectors: Float32Array[];
}

/** Makes vectors and knows what they compare with: those of one model and of one size. */
export interface VectorSpace {
  embed(texts: readonly string[], signal?: AbortSignal): Promise<SpacedVectors>;
  /** Rejects while the model computes no vectors of any text; the endpoint's health may be about something else. */
  probe(): Promise<SpacedVectors>;
  /** The space of the last vectors; undefined before the first ones. */
  current(): string | undefined;
}

/** An endpoint may answer vectors of another size under the same name: those are of another space. */
export const createVectorSpace = (ai: Pick<Ai, 'embed'>): VectorSpace => {
  let last: string | undefined;
  const embed: VectorSpace['embed'] = async (texts, signal) => {
    const { model, vectors } = await ai.embed(texts, signal);
    const size = vectors.reduce((most, { length }) => Math.max(most, length), 0);
    const space = `${model}/${size}`;
    if (size > 1) last = space;
    return { space, vectors };
  };
  return {
    embed,
    probe: () => embed(['model']),
    current: () => last,
  };
};
