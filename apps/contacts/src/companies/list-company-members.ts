import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { compilePage, compileSort, type SortFields } from '@parley/persistence';
import type {
  ListCompanyMembersRequest,
  ListCompanyMembersResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findMembers } from './company.list.store';
import { presentMember } from './company.present';
import { companyExists } from './company.store';
import { DEFAULT_LIMIT, MAX_LIMIT } from './list-companies';

const memberSortable: SortFields = {
  id: 'id',
  name: { sql: 'name', nullsLast: true },
  email: { sql: 'email', nullsLast: true },
  userId: { sql: 'user_id', nullsLast: true },
  avatar: { sql: 'avatar', nullsLast: true },
  lastActivity: 'last_activity',
  createdAt: 'created_at',
};

/** A page of a company's contacts, most recently active first unless asked for another order. 404 `company_not_found`. */
export const listCompanyMembers = async (
  { db }: Pick<Deps, 'db'>,
  { companyId, skip, limit, sort }: ListCompanyMembersRequest,
  context: CallContext,
): Promise<ListCompanyMembersResponse> => {
  const { projectId } = projectScope(context.scope);
  const page = compilePage({ skip, limit }, { default: DEFAULT_LIMIT, max: MAX_LIMIT });
  const orderBy = compileSort(sort, memberSortable, '-lastActivity');
  if (!(await companyExists(db, { projectId, companyId }))) throw notFound('company');
  return {
    members: (await findMembers(db, { projectId, companyId }, { ...page, orderBy })).map(presentMember),
  };
};
