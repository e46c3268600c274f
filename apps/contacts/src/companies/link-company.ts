import type { Sql } from '@parley/persistence';
import type { ContactPatch, ContactRow, CompanyFields } from '../contacts';
import { companyExists } from './company.store';
import { ensureCompany } from './ensure-company';

/** A company that a contact is newly linked with, and what to call it when there is none yet. */
export interface NewLink {
  link: string;
  named: string | null;
}

/** A patch's effect on a contact's company fields: the fields, or a link that needs its company first. */
export const companyAfter = (
  stored: CompanyFields,
  { companyId = stored.companyId, companyName }: ContactPatch,
): CompanyFields | NewLink => {
  if (companyId === null) {
    const kept = stored.companyId === null ? stored.companyName : null;
    return { companyId, companyName: companyName === undefined ? kept : companyName };
  }
  if (companyId === stored.companyId) return { companyId, companyName: stored.companyName };
  return { link: companyId, named: companyName ?? null };
};

/**
 * A contact's company fields after a patch. An unknown `companyId` creates the company, and only then a `companyName`
 * sent along names it; a deleted one keeps the name that the contact knows. `companyName` follows the company
 * while linked and is removed with the link; without a link it is the contact's own text (docs/rules/contacts.md).
 */
export const linkCompany = async (
  tx: Sql,
  stored: Pick<ContactRow, 'projectId' | 'organisationId'> & CompanyFields,
  patch: ContactPatch,
  now: Date,
): Promise<CompanyFields> => {
  const { projectId, organisationId } = stored;
  const ensured = async (companyId: string, name: string | null): Promise<CompanyFields> => ({
    companyId,
    companyName: await ensureCompany(tx, { projectId, organisationId, companyId }, name, now),
  });
  const after = companyAfter(stored, patch);
  if ('link' in after) return ensured(after.link, after.named);
  const { companyId } = patch;
  if (!companyId || (await companyExists(tx, { projectId, companyId }))) return after;
  return ensured(companyId, patch.companyName ?? after.companyName);
};
