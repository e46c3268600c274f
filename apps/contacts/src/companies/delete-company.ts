import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  DeleteCompanyRequest,
  DeleteCompanyResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import { companyDeleted } from './company.events';
import { presentCompany } from './company.present';
import { deleteCompanyRow, lockCompany } from './company.store';

/** Deletes a company and answers it; its contacts keep their `companyId`. 404 `company_not_found`. */
export const deleteCompany = async (
  deps: Pick<Deps, 'db' | 'wakeEvents'>,
  { companyId }: DeleteCompanyRequest,
  context: CallContext,
): Promise<DeleteCompanyResponse> => {
  const { projectId } = projectScope(context.scope);
  const row = await runTransaction(deps.db, async (tx) => {
    const stored = await lockCompany(tx, { projectId, companyId });
    if (!stored) throw notFound('company');
    await deleteCompanyRow(tx, stored, companyDeleted(stored, eventHeaders(context)));
    return stored;
  });
  deps.wakeEvents();
  return { company: presentCompany(row) };
};
