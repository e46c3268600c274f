import type { Sql } from '@parley/persistence';
import { changedCompany, companyUpdated, updateCompanyRow, queueRenaming } from '../companies';
import type { Origin } from '../saving';
import { lockCompanies } from './import.store';
import { toCompanyPatch, type PlatformCompany } from './platforms/platform-company';

/**
 * Writes a platform's data of existing companies, in the transaction that has linked its contacts with them. A worker passes a new
 * name to the contacts.
 */
export const writeCompanies = async (
  tx: Sql,
  companies: readonly PlatformCompany[],
  { scope, now, headers }: Origin,
): Promise<void> => {
  const known = new Map(companies.map((company) => [company.companyId, company]));
  for (const row of await lockCompanies(tx, scope.projectId, [...known.keys()])) {
    const company = known.get(row.companyId);
    const after = company ? changedCompany(row, toCompanyPatch(company, row), now) : row;
    if (after === row) continue;
    await updateCompanyRow(tx, after, companyUpdated(after, headers));
    if (after.name !== row.name) await queueRenaming(tx, after, now);
  }
};
