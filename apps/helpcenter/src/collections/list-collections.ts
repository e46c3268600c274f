import { projectScope } from '@parley/auth';
import type { Collection } from '@parley/proto/generated/parley/helpcenter/v1/collection';
import type {
  ListAllCollectionsRequest,
  ListAllCollectionsResponse,
  ListCollectionsRequest,
  ListCollectionsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { collectionSortable, compilePositions } from '../positions';
import { presentCollection } from './collection.present';
import { countContents, findCollectionIds, findTree, getCollections } from './collection.store';

/** Collections that are in memory at a time. */
const BATCH = 100;

/** The collections of some ids, in their order; which they are is settled at the beginning. */
async function* present(
  { store }: Pick<Deps, 'store'>,
  projectId: string,
  ids: readonly string[],
): AsyncGenerator<{ collections: Partially<Collection>[] }> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const wanted = ids.slice(start, start + BATCH);
    const [rows, counts] = await Promise.all([
      getCollections(store, projectId, wanted),
      countContents(store, projectId, wanted),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const collections = wanted.flatMap((id) => byId.get(id) ?? []);
    yield { collections: collections.map((row) => presentCollection(row, counts.get(row.id))) };
  }
}

/** The collections of a level, or all of them; by their position unless asked for another order. */
export async function* listCollections(
  deps: Pick<Deps, 'store'>,
  { parentId, ...query }: ListCollectionsRequest,
  context: CallContext,
): AsyncGenerator<Partially<ListCollectionsResponse>> {
  const { projectId } = projectScope(context.scope);
  yield* present(deps, projectId, await findCollectionIds(deps.store, projectId, parentId ?? null, query));
}

/** The ids of a tree, each directly followed by all that is below it; `rows` have siblings in order. */
const inTreeOrder = (rows: readonly { id: string; parentId: string | null }[]): string[] => {
  const children = new Map<string | null, string[]>();
  for (const { id, parentId } of rows) {
    const siblings = children.get(parentId);
    if (siblings) siblings.push(id);
    else children.set(parentId, [id]);
  }
  const ids: string[] = [];
  const open = [...(children.get(null) ?? [])].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    ids.push(next);
    for (const child of [...(children.get(next) ?? [])].reverse()) open.push(child);
  }
  return ids;
};

/** Every collection in tree order, those of one level by their position unless asked for another order. */
export async function* listAllCollections(
  deps: Pick<Deps, 'store'>,
  request: ListAllCollectionsRequest,
  context: CallContext,
): AsyncGenerator<Partially<ListAllCollectionsResponse>> {
  const { projectId } = projectScope(context.scope);
  const { orderBy, skip, limit } = compilePositions(request, collectionSortable);
  const ids = inTreeOrder(await findTree(deps.store, projectId, orderBy));
  yield* present(deps, projectId, ids.slice(skip, skip + limit));
}
