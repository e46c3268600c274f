import { notFound } from '@parley/errors';
import type {
  ListVisibleCollectionsRequest,
  ListVisibleCollectionsResponse,
} from '@parley/proto/generated/parley/helpcenter/v1/visitor_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  readReference,
  findReach,
  findTree,
  presentEnvelope,
  openVisit,
  visibleTree,
  presentVisibleCollection,
  findCollectionId,
  getShownCollections,
} from '../visitor';

/** The collections of a level that hold something for the visitor. 404 for a parent that does not. */
export const listVisibleCollections = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl'>,
  { parentId, lang }: ListVisibleCollectionsRequest,
  context: CallContext,
): Promise<Partially<ListVisibleCollectionsResponse>> => {
  const { store } = deps;
  const visit = await openVisit(deps, { lang }, context);
  const { projectId } = visit.scope;
  const tree = visibleTree(await findTree(store, await findReach(store, visit)));
  let level: string | null = null;
  if (parentId !== undefined && parentId !== '') {
    const reference = readReference(parentId);
    const id = reference && (await findCollectionId(store, projectId, reference));
    if (id === undefined || !tree.has(id)) throw notFound('collection');
    level = id;
  }
  const ids = tree.children(level);
  const rows = await getShownCollections(store, projectId, ids);
  const collections = ids.flatMap((id) => rows.get(id) ?? []);
  return {
    data: {
      language: visit.order.wanted,
      collections: collections.map((row) => presentVisibleCollection(visit, tree, row)),
    },
    ...presentEnvelope(visit),
  };
};
