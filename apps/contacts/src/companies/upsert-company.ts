import { projectScope } from '@parley/auth';
import { runTransaction, type Sql } from '@parley/persistence';
import {
  type UpsertCompanyRequest,
  type UpsertCompanyResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import { type CallContext } from '@parley/rpc';
import { eventHeaders } from '../contacts/contact.events';
import { type Deps } from '../deps';
import { changedCompany, type CompanyPatch, type CompanyRef, type CompanyRow } from './company';
import { companyUpdated } from './company.events';
import { checkCompanyId, checkFreeData, readCompanyInput } from './company.input';
import { presentCompany } from './company.present';
import { updateCompanyRow } from './company.store';
import { lockOrCreateCompany } from './ensure-company';
import { LEASE_MS, renameMembers } from './rename-members';
import { queueRenaming, type Renaming } from './renaming.store';

/** Milliseconds that the caller waits for contacts to take on a new name; a worker does the rest. */
const WAIT_MS = 1_000;

interface Saved {
  row: CompanyRow;
  /** The contacts' part of a new name, which this process has taken up. */
  renaming: Renaming | undefined;
}

const save = async (
  tx: Sql,
  ref: CompanyRef,
  patch: CompanyPatch,
  { now, headers }: { now: Date; headers: Record<string, string> },
): Promise<Saved> => {
  const { row: stored, created } = await lockOrCreateCompany(tx, ref, patch, { now, headers });
  const row = created ? stored : changedCompany(stored, patch, now);
  checkFreeData(row);
  if (row === stored) return { row, renaming: undefined };
  await updateCompanyRow(tx, row, companyUpdated(row, headers));
  if (row.name === stored.name) return { row, renaming: undefined };
  return { row, renaming: await queueRenaming(tx, ref, new Date(now.getTime() + LEASE_MS)) };
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
  const origin = { now: deps.clock(), headers: eventHeaders(context) };
  const { row, renaming } = await runTransaction(deps.db, (tx) =>
    save(tx, { projectId, organisationId, companyId }, patch, origin),
  );
  deps.wakeEvents();
  if (renaming) {
    const until = Date.now() + WAIT_MS;
    await renameMembers(deps, renaming, () => Date.now() > until).catch((error: unknown) =>
      deps.log.warn({ err: error, projectId, companyId }, 'Contacts of a company take on its name later'),
    );
  }
  return { company: presentCompany(row) };
};
