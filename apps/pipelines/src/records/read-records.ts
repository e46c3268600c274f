import { defineJob, type Doer } from '@parley/jobs';
import { systemContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { refreshRecords, type RecordScope, UNREAD_DUE, unreadRecords } from './record.store';

/** Reads from their owner the records of which nothing is known yet. */
export const readingJob = defineJob<object>({ name: 'records to read', due: UNREAD_DUE });

/** Records that are asked for in one round. */
const BATCH = 200;

/** Who does it. */
export const createReader = ({
  db,
  directory,
  clock,
}: Pick<Deps, 'db' | 'directory' | 'clock'>): Doer<object> => ({
  handle: async () => {
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
    return read === BATCH ? { goOnAt: clock() } : undefined;
  },
});
