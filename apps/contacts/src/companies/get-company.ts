import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetCompanyRequest,
  GetCompanyResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { presentCompany } from './company.present';
import { findCompany } from './company.store';

/** Answers a company. 404 `company_not_found`. */
export const getCompany = async (
  { db }: Pick<Deps, 'db'>,
  { companyId }: GetCompanyRequest,
  context: CallContext,
): Promise<GetCompanyResponse> => {
  const { projectId } = projectScope(context.scope);
  const row = await findCompany(db, { projectId, companyId });
  if (!row) throw notFound('company');
  return { company: presentCompany(row) };
};
