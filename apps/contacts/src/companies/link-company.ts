import { type Sql } from '@parley/persistence';
import { type ContactPatch, type ContactRow } from '../contacts/contact';
import { type CompanyFields } from '../contacts/contact.changes';
import { ensureCompany } from './company.store';

/**
 * A contact's company fields after a patch. An unknown `companyId` creates the company, and only then a `companyName`
 * sent along names it. `companyName` follows the company while linked and goes with the link; without a link it is a
 * text of the contact's own (decisions, section 7).
 */
export const linkCompany = async (
  tx: Sql,
  stored: Pick<ContactRow, 'projectId' | 'organisationId'> & CompanyFields,
  { companyId = stored.companyId, companyName }: ContactPatch,
  now: Date,
): Promise<CompanyFields> => {
  if (companyId === null) {
    const kept = stored.companyId === null ? stored.companyName : null;
    return { companyId, companyName: companyName === undefined ? kept : companyName };
  }
  if (companyId === stored.companyId) return { companyId, companyName: stored.companyName };
  const company = { projectId: stored.projectId, organisationId: stored.organisationId, companyId };
  return { companyId, companyName: await ensureCompany(tx, company, companyName ?? null, now) };
};
