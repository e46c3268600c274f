import { projectScope } from '@parley/auth';
import type {
  CheckCompanyRequest,
  CheckCompanyResponse,
} from '@parley/proto/generated/parley/contacts/v1/company_directory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findCompany } from './company.store';

/** Answers whether the project has a company, and its service level. */
export const checkCompany = async (
  { db }: Pick<Deps, 'db'>,
  { companyId }: CheckCompanyRequest,
  context: CallContext,
): Promise<CheckCompanyResponse> => {
  const { projectId } = projectScope(context.scope);
  const company = await findCompany(db, { projectId, companyId });
  return { exists: company !== undefined, sla: company?.sla ?? undefined };
};
