import { projectScope } from '@parley/auth';
import {
  type ListCollectionsRequest,
  type ListCollectionsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import { type CallContext, type Partially } from '@parley/rpc';
import { type Deps } from '../deps';
import { presentCollection } from './collection.present';
import { countContents, findCollectionIds, getCollections } from './collection.store';

/** Collections that are in memory at a time. */
const BATCH = 100;

/** The collections of a level by their position, or all of them; which they are is settled at the beginning. */
export async function* listCollections(
  { store }: Pick<Deps, 'store'>,
  { parentId }: ListCollectionsRequest,
  context: CallContext,
): AsyncGenerator<Partially<ListCollectionsResponse>> {
  const { projectId } = projectScope(context.scope);
  const ids = await findCollectionIds(store, projectId, parentId ?? null);
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
