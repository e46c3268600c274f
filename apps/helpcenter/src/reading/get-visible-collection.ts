import { notFound } from '@parley/errors';
import type {
  GetVisibleCollectionRequest,
  GetVisibleCollectionResponse,
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
  presentBreadcrumb,
  presentSummary,
  presentVisibleCollection,
  findCollectionId,
  findPath,
  findVisibleArticles,
  getShownCollections,
} from '../visitor';

/** A collection with its content for the visitor. 404 for one without content for the visitor. */
export const getVisibleCollection = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl'>,
  { collectionRef, lang }: GetVisibleCollectionRequest,
  context: CallContext,
): Promise<Partially<GetVisibleCollectionResponse>> => {
  const { store } = deps;
  const visit = await openVisit(deps, { lang }, context);
  const { projectId } = visit.scope;
  const reference = readReference(collectionRef);
  const id = reference && (await findCollectionId(store, projectId, reference));
  if (id === undefined) throw notFound('collection');
  const reach = await findReach(store, visit);
  const tree = visibleTree(await findTree(store, reach));
  if (!tree.has(id)) throw notFound('collection');
  const [path, below, articles] = await Promise.all([
    findPath(store, projectId, id),
    getShownCollections(store, projectId, tree.children(id)),
    findVisibleArticles(store, reach, id),
  ]);
  const collection = path.pop();
  if (!collection) throw notFound('collection');
  return {
    data: {
      language: visit.order.wanted,
      collection: presentVisibleCollection(visit, tree, collection),
      breadcrumbs: path.map((row) => presentBreadcrumb(visit, row)),
      subCollections: tree
        .children(id)
        .flatMap((child) => below.get(child) ?? [])
        .map((row) => presentVisibleCollection(visit, tree, row)),
      articles: articles.map((row) => presentSummary(visit, row)),
    },
    ...presentEnvelope(visit),
  };
};
