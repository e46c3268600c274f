import { notFound } from '@parley/errors';
import { addCollection, changedFields, findCollection, lockTree, readCollection } from '../collections';
import type { Deps } from '../deps';
import { advanceImport } from './import.store';
import { importContext } from './import-context';
import { problemOfError, type RunningImport } from './running-import';
import { findKnownCollections, saveKnownCollection } from './source.store';
import { sourceName } from './source-name';
import type { PlannedCollection } from './sources/plan';

/** Ids of the collections of an import by key; one that a dry run would create has none. */
export type Collections = ReadonlyMap<string, string | undefined>;

/** Creates the collections of an import that are not there, parents first. */
export const writeCollections = async (deps: Deps, running: RunningImport): Promise<Collections> => {
  const { row, plan, report, task } = running;
  const names = new Map(plan.collections.map(({ key }) => [key, sourceName(row, key)]));
  const known = new Map(
    (await findKnownCollections(deps.store.sql, row.projectId, [...names.values()])).map((one) => [
      one.source,
      one.collectionId,
    ]),
  );
  const ids = new Map<string, string | undefined>();
  for (const planned of plan.collections) {
    task.signal.throwIfAborted();
    const source = names.get(planned.key) ?? '';
    const id = known.get(source);
    if (id !== undefined || row.options.dryRun) {
      if (id === undefined) report.add('collections');
      ids.set(planned.key, id);
      continue;
    }
    const parentId =
      planned.parent === undefined ? row.options.collectionId : (ids.get(planned.parent) ?? null);
    const context = importContext(row, task);
    try {
      ids.set(planned.key, await createOne(deps, running, { planned, source, parentId }, context));
    } catch (error) {
      const problem = problemOfError(planned.key, error);
      if (!problem) throw error;
      // Its articles are refused then: they have no collection.
      report.problem(problem);
    }
  }
  return ids;
};

const createOne = async (
  deps: Deps,
  { row, report, task }: RunningImport,
  { planned, source, parentId }: { planned: PlannedCollection; source: string; parentId: string | null },
  context: ReturnType<typeof importContext>,
): Promise<string> => {
  const { title, description } = planned;
  const fields = changedFields(
    { title: {}, description: {} },
    readCollection({ title, description }, [], ''),
  );
  const at = deps.clock();
  const id = await deps.store.transaction(async (tx) => {
    await task.advance(tx.sql);
    await lockTree(tx, row.projectId, 'change');
    const parent = parentId === null ? undefined : await findCollection(tx, row.projectId, parentId);
    if (parentId !== null && !parent) throw notFound('collection');
    const created = await addCollection(deps, tx, { scope: context.scope, parent, fields, at }, context);
    report.add('collections');
    await advanceImport(tx.sql, row, { ...report.take(), position: row.position }, at);
    await saveKnownCollection(tx.sql, row.projectId, { source, collectionId: created.id });
    return created.id;
  });
  deps.events.wake();
  return id;
};
