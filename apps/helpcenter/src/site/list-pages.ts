import type {
  ListPagesRequest,
  ListPagesResponse,
  PageAddress,
  SitePage,
} from '@parley/proto/generated/parley/helpcenter/v1/site_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { Deps } from '../deps';
import {
  pageUrl,
  toSlug,
  findReach,
  findTree,
  addressLanguage,
  openVisit,
  type Visit,
  visibleTree,
  articleTexts,
  getShownCollections,
  type ShownCollection,
} from '../visitor';
import { acceptedLanguages, findAccepted, readText } from '@parley/localised';
import { findArticlePages, type PageRow } from './pages.store';

/** Pages that are in memory at a time. */
const BATCH = 500;

const inLanguage = (visit: Visit, wanted: string): Visit => ({ ...visit, order: { ...visit.order, wanted } });

/** An article with its pages, one for each of the project's languages that it has. */
export const articlePage = (visit: Visit, row: PageRow): SitePage => {
  const addresses = new Map<string, PageAddress>();
  for (const wanted of visit.settings.languages) {
    const shown = findAccepted(row.languages, wanted);
    if (shown === undefined) continue;
    const reader = inLanguage(visit, wanted);
    const language = addressLanguage(reader, shown);
    addresses.set(language, { language, url: articleTexts(reader, { ...row, description: {} }).url });
  }
  const { docId, updatedAt } = row;
  return { kind: 'article', docId, updatedAt: updatedAt.toISOString(), addresses: [...addresses.values()] };
};

/** A collection with its pages in some languages. */
export const collectionPage = (
  visit: Visit,
  { docId, title, updatedAt }: ShownCollection,
  languages: readonly string[],
): SitePage => ({
  kind: 'collection',
  docId,
  updatedAt: updatedAt.toISOString(),
  addresses: languages.map((language) => {
    const slug = toSlug(readText(title, { ...visit.order, wanted: language }));
    return { language, url: pageUrl(visit.site, language, 'collections', docId, slug) };
  }),
});

/** The languages in which the visitor sees each collection. */
export const collectionLanguages = async (
  { store }: Pick<Deps, 'store'>,
  visit: Visit,
  audiences: readonly string[],
): Promise<Map<string, string[]>> => {
  const { projectId } = visit.scope;
  const languagesById = new Map<string, string[]>();
  for (const wanted of visit.settings.languages) {
    const reach = { projectId, audiences, languages: acceptedLanguages(wanted) };
    for (const id of visibleTree(await findTree(store, reach)).ids())
      languagesById.set(id, [...(languagesById.get(id) ?? []), wanted]);
  }
  return languagesById;
};

async function* collectionPages(
  { store }: Pick<Deps, 'store'>,
  visit: Visit,
  audiences: readonly string[],
): AsyncGenerator<SitePage[]> {
  const { projectId } = visit.scope;
  const languagesById = await collectionLanguages({ store }, visit, audiences);
  const ids = [...languagesById.keys()].sort();
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await getShownCollections(store, projectId, ids.slice(start, start + BATCH));
    yield Array.from(rows.values(), (row) => collectionPage(visit, row, languagesById.get(row.id) ?? []));
  }
}

/** The addresses of all pages that the visitor sees, collections first. */
export async function* listPages(
  deps: Pick<Deps, 'store' | 'workspace' | 'contacts' | 'publicUrl'>,
  _request: ListPagesRequest,
  context: CallContext,
): AsyncGenerator<Partially<ListPagesResponse>> {
  const visit = await openVisit(deps, {}, context);
  const { projectId, audiences } = await findReach(deps.store, visit);
  for await (const pages of collectionPages(deps, visit, audiences)) yield { pages };
  let after = 0;
  for (;;) {
    const rows = await findArticlePages(deps.store, { projectId, audiences }, after, BATCH);
    const pages = rows.map((row) => articlePage(visit, row)).filter(({ addresses }) => addresses.length > 0);
    if (pages.length > 0) yield { pages };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.docId;
  }
}
