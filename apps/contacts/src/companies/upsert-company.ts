import { projectScope } from '@parley/auth';
import { runTransaction, type Sql } from '@parley/persistence';
import type {
  UpsertCompanyRequest,
  UpsertCompanyResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import type { CompanyPatch, CompanyRef } from './company';
import { checkCompanyId, checkFreeData, readCompanyInput } from './company.input';
import { presentCompany } from './company.present';
import { type Creation, lockOrCreateCompany } from './ensure-company';
import { awaitNames, changeCompany, type SavedCompany } from './save-company';

const save = async (
  tx: Sql,
  ref: CompanyRef,
  patch: CompanyPatch,
  creation: Creation,
): Promise<SavedCompany> => {
  const { row, created } = await lockOrCreateCompany(tx, ref, patch, creation);
  if (!created) return changeCompany(tx, row, patch, creation);
  checkFreeData(row);
  return { row, isRenamed: false };
};

/**
 * Creates a company or changes it: omitted fields stay, null clears, `tags` are replaced, `address` and `customData` are
 * merged one level deep. Its contacts take on a new name, those of a large company after the answer.
 */
export const upsertCompany = async (
  deps: Deps,
  { companyId, company: input, nulls }: UpsertCompanyRequest,
  context: CallContext,
): Promise<UpsertCompanyResponse> => {
  const { projectId, organisationId } = projectScope(context.scope);
  checkCompanyId(companyId);
  const patch = readCompanyInput(input, nulls);
  const creation = { now: deps.clock(), headers: eventHeaders(context) };
  const saved = await runTransaction(deps.db, (tx) =>
    save(tx, { projectId, organisationId, companyId }, patch, creation),
  );
  deps.wakeEvents();
  await awaitNames(deps, saved, context);
  return { company: presentCompany(saved.row) };
};
