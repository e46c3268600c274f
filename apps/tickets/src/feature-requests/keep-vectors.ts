import { isUnavailable } from '@parley/errors';
import { type Deps } from '../deps';
import { textOf } from './feature-request';
import { getListedTexts } from './request-text.store';
import { type MadeVector, type Mark, markOutdated, takeMarks, writeVectors } from './vector.store';

/** Whether there is something to do. */
export { VECTORS_DUE } from './vector.store';

/** Vectors made at once. */
const BATCH = 64;
/** Vectors of another model that are marked at once. */
const OUTDATED = 1_000;
/** Milliseconds between two looks for vectors of another model. */
const OUTDATED_INTERVAL = 60_000;

type Needed = Pick<Deps, 'db' | 'ai' | 'log'>;

const keep = async ({ db, ai }: Needed, marks: readonly Mark[]): Promise<void> => {
  const texts: { projectId: string; id: string; text: string }[] = [];
  for (const projectId of new Set(marks.map((mark) => mark.projectId))) {
    const ids = marks.filter((mark) => mark.projectId === projectId).map(({ id }) => id);
    const listed = await getListedTexts(db, projectId, ids);
    texts.push(...listed.map((row) => ({ projectId, id: row.id, text: textOf(row) })));
  }
  const wordy = texts.filter(({ text }) => text !== '');
  const { model, vectors } = await ai.embed(wordy.map(({ text }) => text));
  const made = wordy.flatMap(({ projectId, id }, index): MadeVector[] => {
    const vector = vectors[index];
    return vector ? [{ projectId, id, vector }] : [];
  });
  await writeVectors(db, marks, model, made);
};

/** A text that cannot be embedded does not hold up the others: its mark waits longer and longer. */
const keepEach = async (deps: Needed, marks: readonly Mark[]): Promise<void> => {
  for (const mark of marks) {
    await keep(deps, [mark]).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      deps.log.error({ err: error, ticket: mark.id }, 'A feature request could not be embedded');
    });
  }
};

/**
 * A round of the work that keeps a vector of every listed feature request: takes what changed, and after a change of the
 * model what the former one made. Answers whether more may wait. Any number of processes may work.
 */
export const createVectorKeeper = (deps: Needed): (() => Promise<boolean>) => {
  let looksAgainAt = 0;

  const renewOutdated = async (): Promise<boolean> => {
    if (Date.now() < looksAgainAt) return false;
    const marked = await markOutdated(deps.db, deps.ai.embeddingModel, OUTDATED);
    if (marked === 0) looksAgainAt = Date.now() + OUTDATED_INTERVAL;
    return marked > 0;
  };

  return async () => {
    const marks = await takeMarks(deps.db, BATCH);
    if (marks.length === 0) return renewOutdated();
    await keep(deps, marks).catch((error: unknown) => {
      if (isUnavailable(error) || marks.length === 1) throw error;
      return keepEach(deps, marks);
    });
    return marks.length === BATCH;
  };
};
