import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetCollectionRequest,
  GetCollectionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/collections_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentCollection } from './collection.present';
import { countContents, findCollection } from './collection.store';

/** A collection of the project; 404 for any other. */
export const getCollection = async (
  { store }: Pick<Deps, 'store'>,
  { helpcenterCollectionId: id }: GetCollectionRequest,
  context: CallContext,
): Promise<Partially<GetCollectionResponse>> => {
  const { projectId } = projectScope(context.scope);
  const row = await findCollection(store, projectId, id);
  if (!row) throw notFound('collection');
  const counts = await countContents(store, projectId, [id]);
  return { collection: presentCollection(row, counts.get(id)) };
};
