import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetCompanyRequest,
  GetCompanyResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findCompany } from './company.store';
import { companyViews } from './company.view';

/** Answers a company. 404 `company_not_found`. */
export const getCompany = async (
  { db }: Pick<Deps, 'db'>,
  { companyId, fields }: GetCompanyRequest,
  context: CallContext,
): Promise<GetCompanyResponse> => {
  const { projectId } = projectScope(context.scope);
  const view = companyViews.of(fields);
  const row = await findCompany(db, { projectId, companyId }, view);
  if (!row) throw notFound('company');
  return { company: view.present(row) };
};
