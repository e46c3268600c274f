import type { Ai } from '@parley/ai';
import { isUnavailable } from '@parley/errors';

/** Whether the model makes vectors of other texts: an endpoint that refuses one looks as if it were away. */
const makesVectors = (ai: Ai, signal: AbortSignal | undefined): Promise<boolean> =>
  ai.embed(['model'], signal).then(
    () => true,
    () => false,
  );

/**
 * Vectors of texts, in the order of the texts; undefined for one that the model refuses, which does not hold up the others.
 * Rejects while the model is away.
 */
export const embedApart = async (
  ai: Ai,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<(Float32Array | undefined)[]> => {
  try {
    return (await ai.embed(texts, signal)).vectors;
  } catch (error) {
    signal?.throwIfAborted();
    if (isUnavailable(error) && !(await makesVectors(ai, signal))) throw error;
    if (texts.length < 2) return texts.map(() => undefined);
    const half = Math.ceil(texts.length / 2);
    const first = await embedApart(ai, texts.slice(0, half), signal);
    return [...first, ...(await embedApart(ai, texts.slice(half), signal))];
  }
};
