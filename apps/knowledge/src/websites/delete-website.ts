import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  DeleteWebsiteRequest,
  DeleteWebsiteResponse,
} from '@parley/proto/generated/parley/knowledge/v1/websites_service';
import type { CallContext, Partially } from '@parley/rpc';
import { removeOwnedDocuments } from '../documents';
import type { WebsiteDeps } from './deps';
import { presentWebsite } from './website.present';
import { deleteWebsiteRow, lockWebsite } from './website.store';

/** Deletes a website with its pages; a crawl of it ends at its next look. 404 `website_not_found`. */
export const deleteWebsite = async (
  deps: WebsiteDeps,
  { websiteId }: DeleteWebsiteRequest,
  { scope }: CallContext,
): Promise<Partially<DeleteWebsiteResponse>> => {
  const { projectId } = projectScope(scope);
  const website = await runTransaction(deps.db, async (tx) => {
    const found = await lockWebsite(tx, projectId, websiteId);
    if (!found) throw notFound('website');
    await removeOwnedDocuments(tx, projectId, { type: 'website', id: websiteId });
    await deleteWebsiteRow(tx, found);
    return found;
  });
  return { website: presentWebsite(website) };
};
