import type { Redirect } from '@parley/proto/generated/parley/helpcenter/v1/redirect';
import type { RedirectRow } from './redirect.store';

/** A stored redirect as the public document. */
export const presentRedirect = (row: RedirectRow): Redirect => ({
  id: row.id,
  _id: row.id,
  project: row.projectId,
  organisation: row.organisationId,
  oldUrl: row.oldUrl,
  newUrl: row.newUrl,
  matchType: row.matchType,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
