import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  CheckCollectionRequest,
  CheckCollectionResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/articles_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import { collectionExists } from './collection.store';

/** 404 unless the project has such a collection. */
export const checkCollection = async (
  { store }: Pick<Deps, 'store'>,
  { helpcenterCollectionId }: CheckCollectionRequest,
  context: CallContext,
): Promise<Partially<CheckCollectionResponse>> => {
  const { projectId } = projectScope(context.scope);
  if (!(await collectionExists(store, projectId, helpcenterCollectionId))) throw notFound('collection');
  return {};
};
