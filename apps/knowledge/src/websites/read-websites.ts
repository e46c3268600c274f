import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetWebsiteRequest,
  GetWebsiteResponse,
  ListWebsitePagesRequest,
  ListWebsitePagesResponse,
  ListWebsitesResponse,
} from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import type { CallContext, Partially } from '@parley/rpc';
import type { WebsiteDeps } from './deps';
import type { CountedWebsite } from './website';
import { presentPage, presentWebsite } from './website.present';
import { listPages } from './website-page.store';
import { findWebsite, listWebsites } from './website.store';

type ReadDeps = Pick<WebsiteDeps, 'db'>;

/** A website of the caller's project. 404 `website_not_found`. */
const requireWebsite = async (
  { db }: ReadDeps,
  websiteId: string,
  { scope }: CallContext,
): Promise<CountedWebsite> => {
  const website = await findWebsite(db, projectScope(scope).projectId, websiteId);
  if (!website) throw notFound('website');
  return website;
};

/** The project's websites, the newest first. */
export const answerWebsites = async (
  { db }: ReadDeps,
  { scope }: CallContext,
): Promise<Partially<ListWebsitesResponse>> => ({
  websites: (await listWebsites(db, projectScope(scope).projectId)).map(presentWebsite),
});

export const answerWebsite = async (
  deps: ReadDeps,
  { websiteId }: GetWebsiteRequest,
  context: CallContext,
): Promise<Partially<GetWebsiteResponse>> => ({
  website: presentWebsite(await requireWebsite(deps, websiteId, context)),
});

/** The addresses of a website, byte by byte. */
export const answerPages = async (
  deps: ReadDeps,
  { websiteId, status, skip, limit }: ListWebsitePagesRequest,
  context: CallContext,
): Promise<Partially<ListWebsitePagesResponse>> => {
  const { projectId } = await requireWebsite(deps, websiteId, context);
  const pages = await listPages(deps.db, { projectId, websiteId }, { status, skip, limit });
  return { pages: pages.map(presentPage) };
};
