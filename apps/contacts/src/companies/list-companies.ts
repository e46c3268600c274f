import { projectScope } from '@parley/auth';
import { compilePage, compileSort } from '@parley/persistence';
import type {
  ListCompaniesRequest,
  ListCompaniesResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { companyFields, companySortable } from './company.fields';
import { findCompanies } from './company.list.store';
import { companyViews } from './company.view';
import { selectCompanies } from './select-companies';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** A page of the project's companies, most recently seen first by default; those never seen come last. */
export const listCompanies = async (
  { db }: Pick<Deps, 'db'>,
  { skip, limit, sort, fields, ...query }: ListCompaniesRequest,
  context: CallContext,
): Promise<ListCompaniesResponse> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, companySortable, '-lastSeenAt', companyFields);
  const { columns, present } = companyViews.of(fields);
  const rows = await findCompanies(db, { ...selectCompanies(projectId, query), ...page, orderBy, columns });
  return { companies: rows.map(present) };
};
