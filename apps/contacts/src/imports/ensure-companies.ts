import { type Sql } from '@parley/persistence';
import { companyRaced } from '../companies/company.errors';
import { createCompanies } from '../companies/ensure-company';
import { type Origin } from '../contacts/save-contact';
import { lockCompanyNames } from './import.store';

/** Times that companies may appear and go again between two statements. */
const ATTEMPTS = 5;

/**
 * The names of companies, which are created with the given ones when there are none yet. They stay locked, so that a
 * renaming does not miss the contacts that are about to be given these names.
 */
export const ensureCompanies = async (
  tx: Sql,
  wanted: ReadonlyMap<string, string | null>,
  { scope, now, headers }: Pick<Origin, 'scope' | 'now' | 'headers'>,
): Promise<Map<string, string | null>> => {
  if (wanted.size === 0) return new Map();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const names = await lockCompanyNames(tx, scope.projectId, [...wanted.keys()]);
    if (names.size === wanted.size) return names;
    const missing = Array.from(wanted).flatMap(([companyId, name]): [string, { name: string | null }][] =>
      names.has(companyId) ? [] : [[companyId, { name }]],
    );
    await createCompanies(tx, scope, new Map(missing), { now, headers });
  }
  throw companyRaced();
};
