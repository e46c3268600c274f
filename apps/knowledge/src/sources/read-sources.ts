import { isEngineAway, isUnavailable } from '@parley/errors';
import { createInHand } from '@parley/persistence';
import { createOutageLog } from '@parley/telemetry';
import type { Deps } from '../deps';
import {
  giveUpSource,
  MAX_ATTEMPTS,
  releaseSourceMarks,
  type SourceKind,
  type SourceMark,
  takeSourceMarks,
} from './source-mark.store';

/** Whether something of a kind waits to be read. */
export { sourcesDue } from './source-mark.store';

/** Things read at once. */
const BATCH = 50;
/** Milliseconds until the next attempt while the owning service is away. */
const AWAY_PAUSE_MS = 1_500;

const isAway = (error: unknown): boolean => isEngineAway(error) || isUnavailable(error);

/** A kind of things read from another service. */
export interface Source {
  kind: SourceKind;
  /** Reads queued things of one project from their service, and ends their rows. */
  read(projectId: string, marks: readonly SourceMark[]): Promise<void>;
  /** Rejects while their service, or something else needed for reading them, is away. */
  probe(projectId: string): Promise<unknown>;
  /** The contact of a thing; with that contact the row of a given-up thing is deleted. */
  findContact?(projectId: string, id: string): Promise<string | undefined>;
}

/**
 * A round of reading queued things of a kind. A batch that fails is read in halves, so that one failing thing delays no other; it
 * is tried several times, and then stays failed. Answers whether more may wait. Any number of processes may work.
 */
export const createSourceReader = (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { kind, read, probe, findContact }: Source,
): (() => Promise<boolean>) => {
  const tellOutage = createOutageLog(log, { what: `Knowledge of each ${kind}` });
  const hands = createInHand({ sql: db, worker: `${kind}s`, log });

  const isOutage = async (error: unknown, projectId: string): Promise<boolean> =>
    isAway(error) &&
    (await probe(projectId).then(
      () => false,
      () => true,
    ));

  const giveUp = async (mark: SourceMark): Promise<void> =>
    giveUpSource(db, kind, mark, await findContact?.(mark.projectId, mark.id));

  const fail = async (mark: SourceMark, error: unknown): Promise<void> => {
    const { projectId: project, id, attempts } = mark;
    const isLast = attempts >= MAX_ATTEMPTS;
    log.warn({ err: error, project, [kind]: id, attempts, isLast }, `Knowledge of one ${kind} failed`);
    if (isLast) await giveUp(mark);
  };

  /** Answers those that an outage kept from being read. */
  const readAll = async (projectId: string, marks: readonly SourceMark[]): Promise<readonly SourceMark[]> => {
    try {
      await read(projectId, marks);
      return [];
    } catch (error) {
      if (await isOutage(error, projectId)) {
        tellOutage(error, {});
        return marks;
      }
      const [only] = marks;
      if (marks.length === 1 && only) {
        await fail(only, error);
        return [];
      }
      const half = Math.ceil(marks.length / 2);
      const left = await readAll(projectId, marks.slice(0, half));
      const others = marks.slice(half);
      return left.length > 0 ? [...left, ...others] : readAll(projectId, others);
    }
  };

  return async () => {
    const marks = await takeSourceMarks(db, kind, BATCH);
    const left: SourceMark[] = [];
    const readSome = async (some: readonly SourceMark[]): Promise<void> => {
      for (const projectId of new Set(some.map((mark) => mark.projectId))) {
        const own = some.filter((mark) => mark.projectId === projectId);
        left.push(...(left.length > 0 ? own : await readAll(projectId, own)));
      }
    };
    await hands.work(marks, {
      key: ({ projectId, id }) => `${projectId}/${id}`,
      isSuspect: ({ attempts }) => attempts > 1,
      handle: readSome,
      setAside: giveUp,
    });
    if (left.length > 0) await releaseSourceMarks(db, kind, left, AWAY_PAUSE_MS);
    return marks.length === BATCH && left.length === 0;
  };
};
