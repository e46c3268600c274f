import type { Role } from '@parley/auth';
import type { Organisation } from '@parley/proto/generated/parley/workspace/v1/organisations_service';
import type { Partially } from '@parley/rpc';
import type { OrganisationRow } from './organisation.store';

/** A stored organisation as the public document. */
export const presentOrganisation = (row: OrganisationRow, role: Role): Partially<Organisation> => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  role,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
