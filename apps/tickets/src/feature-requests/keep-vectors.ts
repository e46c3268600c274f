import { defineJob, type Doer } from '@parley/jobs';
import type { Deps } from '../deps';
import { embedApart } from './embed-apart';
import { toComparedText } from './feature-request';
import { getListedTexts } from './request-text.store';
import {
  dueMarks,
  type MadeVector,
  type Mark,
  markOutdated,
  postponeMarks,
  VECTORS_DUE,
  writeVectors,
} from './vector.store';

/**
 * Keeps a vector of every listed feature request: makes those of what changed, and after a change of the model those that the former
 * one made.
 */
export const vectorsJob = defineJob<object>({
  name: 'feature request vectors',
  every: 300_000,
  due: VECTORS_DUE,
});

/** Vectors made at once. */
const BATCH = 64;
/** Vectors of another model that are marked at once. */
const OUTDATED = 1_000;

/** Times that a text is tried. */
const MAX_ATTEMPTS = 10;

type Needed = Pick<Deps, 'db' | 'ai' | 'log' | 'clock'>;

/** Who does it. After a death it makes one vector at a time: with which text the process dies then is known. */
export const createVectorKeeper = (deps: Needed): Doer<object> => ({
  handle: async (_payload, task) => {
    const marks = await dueMarks(deps.db, BATCH);
    if (task.deaths === 0 && marks.length > 0) await keep(deps, marks);
    else
      for (const mark of marks) {
        await keep(deps, [mark]);
        await task.advance(deps.db);
      }
    const hasMore =
      marks.length === BATCH || (await markOutdated(deps.db, deps.ai.embeddingModel, OUTDATED)) > 0;
    return hasMore ? { goOnAt: deps.clock() } : undefined;
  },
  // The one that was next has no vector until it changes, as after the last of many refusals.
  giveUp: async () => {
    const [mark] = await dueMarks(deps.db, 1);
    if (mark) {
      deps.log.error({ ticket: mark.id }, 'Processes died with a feature request: it gets no vector');
      await writeVectors(deps.db, [mark], deps.ai.embeddingModel, []);
    }
    return { goOnAt: deps.clock() };
  },
});

const keep = async ({ db, ai, log }: Needed, marks: readonly Mark[]): Promise<void> => {
  const texts: { projectId: string; id: string; text: string }[] = [];
  for (const projectId of new Set(marks.map((mark) => mark.projectId))) {
    const ids = marks.filter((mark) => mark.projectId === projectId).map(({ id }) => id);
    const listed = await getListedTexts(db, projectId, ids);
    texts.push(...listed.map((row) => ({ projectId, id: row.id, text: toComparedText(row) })));
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
  // Refused texts wait longer each time. After the last time they have no vector until they change.
  const later = marks.filter(({ id, attempts }) => refused.has(id) && attempts + 1 < MAX_ATTEMPTS);
  if (later.length > 0) await postponeMarks(db, later);
  const ended = marks.filter((mark) => !later.includes(mark));
  await writeVectors(db, ended, ai.embeddingModel, made);
};
