import type {
  GetPageRequest,
  GetPageResponse,
  SitePage,
} from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  findReach,
  isFor,
  openVisit,
  type Visit,
  findCollectionId,
  findPublishedArticle,
  getShownCollections,
} from '../visitor';
import { articlePage, collectionLanguages, collectionPage } from './list-pages';

const findArticle = async (
  { store }: Pick<Deps, 'store'>,
  visit: Visit,
  docId: number,
): Promise<SitePage | undefined> => {
  const article = await findPublishedArticle(store, visit.scope.projectId, { docId });
  return article && isFor(visit, article) ? articlePage(visit, article) : undefined;
};

const findCollection = async (
  { store }: Pick<Deps, 'store'>,
  visit: Visit,
  docId: number,
): Promise<SitePage | undefined> => {
  const { projectId } = visit.scope;
  const id = await findCollectionId(store, projectId, { docId });
  if (id === undefined) return undefined;
  const { audiences } = await findReach(store, visit);
  const languages = (await collectionLanguages({ store }, visit, audiences)).get(id);
  const row = (await getShownCollections(store, projectId, [id])).get(id);
  return row && languages ? collectionPage(visit, row, languages) : undefined;
};

/** The addresses of one collection or article; no page when the visitor sees none. */
export const getPage = async (
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl'>,
  { kind, docId }: GetPageRequest,
  context: CallContext,
): Promise<Partially<GetPageResponse>> => {
  const visit = await openVisit(deps, {}, context);
  const find = kind === 'collection' ? findCollection : findArticle;
  return { page: await find(deps, visit, docId) };
};
