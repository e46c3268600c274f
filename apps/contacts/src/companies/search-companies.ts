import { projectScope } from '@parley/auth';
import type {
  SearchCompaniesRequest,
  SearchCompaniesResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { companyViews } from './company.view';
import { findHits } from './company.search.store';

/** At most 25 companies, best first: exact identifier, exact domain, beginning of the name, part of the name. */
export const searchCompanies = async (
  { db }: Pick<Deps, 'db'>,
  { searchTerm, fields }: SearchCompaniesRequest,
  context: CallContext,
): Promise<SearchCompaniesResponse> => {
  const { projectId } = projectScope(context.scope);
  const { columns, present } = companyViews.of(fields);
  return { companies: (await findHits(db, projectId, searchTerm, columns)).map(present) };
};
