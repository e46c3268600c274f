import { systemContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { refreshRecords, type RecordScope, unreadRecords } from './record.store';

/** Whether there is something to do. */
export { UNREAD_DUE } from './record.store';

/** Records that are asked for in one round. */
const BATCH = 200;

/** Reads from their owner the records of which nothing is known yet. Answers whether there may be more. */
export const readRecords = async ({ db, directory }: Pick<Deps, 'db' | 'directory'>): Promise<boolean> => {
  const unread = await unreadRecords(db, BATCH);
  const groups = new Map<string, { scope: RecordScope; ids: string[] }>();
  for (const { projectId, recordType, id } of unread) {
    const key = `${projectId} ${recordType}`;
    const group = groups.get(key) ?? { scope: { projectId, recordType }, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  let read = 0;
  for (const { scope, ids } of groups.values()) {
    const states = await directory.get(
      scope.recordType,
      ids,
      systemContext('pipelines', { projectId: scope.projectId }),
    );
    await refreshRecords(db, scope, states);
    read += states.length;
  }
  return read === BATCH;
};
