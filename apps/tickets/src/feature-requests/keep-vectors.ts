import { createInHand } from '@parley/persistence';
import { type Deps } from '../deps';
import { embedApart } from './embed-apart';
import { textOf } from './feature-request';
import { getListedTexts } from './request-text.store';
import {
  type MadeVector,
  type Mark,
  markOutdated,
  takeMarks,
  untakeMarks,
  writeVectors,
} from './vector.store';

/** Whether there is something to do. */
export { VECTORS_DUE } from './vector.store';

/** Vectors made at once. */
const BATCH = 64;
/** Vectors of another model that are marked at once. */
const OUTDATED = 1_000;
/** Milliseconds between two looks for vectors of another model. */
const OUTDATED_INTERVAL = 60_000;

/** Times that a text is tried. */
const MAX_ATTEMPTS = 10;

type Needed = Pick<Deps, 'db' | 'ai' | 'log'>;

const keep = async ({ db, ai, log }: Needed, marks: readonly Mark[]): Promise<void> => {
  const texts: { projectId: string; id: string; text: string }[] = [];
  for (const projectId of new Set(marks.map((mark) => mark.projectId))) {
    const ids = marks.filter((mark) => mark.projectId === projectId).map(({ id }) => id);
    const listed = await getListedTexts(db, projectId, ids);
    texts.push(...listed.map((row) => ({ projectId, id: row.id, text: textOf(row) })));
  }
  const wordy = texts.filter(({ text }) => text !== '');
  const vectors = await embedApart(
    ai,
    wordy.map(({ text }) => text),
  );
  const made: MadeVector[] = [];
  const refused = new Set<string>();
  wordy.forEach(({ projectId, id }, index) => {
    const vector = vectors[index];
    if (vector) made.push({ projectId, id, vector });
    else refused.add(id);
  });
  if (refused.size > 0) log.warn({ tickets: [...refused] }, 'Feature requests could not be embedded');
  // What is refused waits longer and longer. After the last time it has no vector until it changes.
  const ended = marks.filter(({ id, attempts }) => !refused.has(id) || attempts >= MAX_ATTEMPTS);
  await writeVectors(db, ended, ai.embeddingModel, made);
};

/**
 * A round of the work that keeps a vector of every listed feature request: takes what changed, and after a change of the
 * model what the former one made. Answers whether more may wait. Any number of processes may work.
 */
export const createVectorKeeper = (deps: Needed): (() => Promise<boolean>) => {
  const hands = createInHand({ sql: deps.db, worker: 'vectors of feature requests', log: deps.log });
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
    await hands.work(marks, {
      key: ({ projectId, id }) => `${projectId}/${id}`,
      isSuspect: ({ attempts }) => attempts > 1,
      handle: (some) =>
        keep(deps, some).catch(async (error: unknown) => {
          await untakeMarks(deps.db, some);
          throw error;
        }),
      // Without a vector until it changes, as after the last of many refusals.
      setAside: (mark) => writeVectors(deps.db, [mark], deps.ai.embeddingModel, []),
    });
    return marks.length === BATCH;
  };
};
