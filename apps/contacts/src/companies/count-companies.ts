import { projectScope } from '@parley/auth';
import type {
  CountCompaniesRequest,
  CountCompaniesResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { countCompanies as countSelected } from './company.list.store';
import { selectCompanies } from './select-companies';

/** How many companies the list would show in all. */
export const countCompanies = async (
  { db }: Pick<Deps, 'db'>,
  query: CountCompaniesRequest,
  context: CallContext,
): Promise<CountCompaniesResponse> => {
  const { projectId } = projectScope(context.scope);
  return { count: await countSelected(db, selectCompanies(projectId, query)) };
};
