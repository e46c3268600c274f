import { isEngineAway, isUnavailable } from '@parley/errors';
import { createOutageLog } from '@parley/telemetry';
import { type Deps } from '../deps';
import { releaseSourceMarks, type SourceKind, type SourceMark, takeSourceMarks } from './source-mark.store';

/** Whether something of a kind waits to be read. */
export { sourcesDue } from './source-mark.store';

/** Things read at once. */
const BATCH = 50;
/** Milliseconds until something is asked for again while whoever has it is away. */
const AWAY_PAUSE_MS = 1_500;

const isAway = (error: unknown): boolean => isEngineAway(error) || isUnavailable(error);

/** Reads marked things of one project from whoever has them, and ends their marks. */
export type ReadSources = (projectId: string, marks: readonly SourceMark[]) => Promise<void>;

/** A round of reading what is marked of a kind. Answers whether more may wait. Any number of processes may work. */
export const createSourceReader = (
  { db, log }: Pick<Deps, 'db' | 'log'>,
  kind: SourceKind,
  read: ReadSources,
): (() => Promise<boolean>) => {
  const tellOutage = createOutageLog(log, { what: `Knowledge of each ${kind}` });
  return async () => {
    const marks = await takeSourceMarks(db, kind, BATCH);
    for (const projectId of new Set(marks.map((mark) => mark.projectId))) {
      const own = marks.filter((mark) => mark.projectId === projectId);
      try {
        await read(projectId, own);
      } catch (error) {
        if (!isAway(error))
          log.error({ err: error, project: projectId }, `Sources of kind ${kind} could not be read`);
        else {
          tellOutage(error, {});
          await releaseSourceMarks(db, kind, own, AWAY_PAUSE_MS);
        }
      }
    }
    return marks.length === BATCH;
  };
};
