import { companyAfter } from '../companies';
import {
  type ContactPatch,
  type ContactRow,
  type CompanyFields,
  changedContact,
  newContact,
  type IdentityChange,
  identityChanges,
} from '../contacts';
import { demandTags, type Origin } from '../saving';
import { type Imported, type ImportEntry, findKey } from './import-entry';
import { createMatches, type Slot } from './matches';

/** A contact before and after a round. */
export interface PlannedContact extends Slot {
  /** Undefined for a new one. */
  stored: ContactRow | undefined;
  /** What each entry changed of its identity. */
  identity: Record<string, IdentityChange>[];
}

/** What one round of an import writes. */
export interface ImportPlan {
  contacts: PlannedContact[];
  /** Companies that entries name, beside those given, with what to call new ones. */
  companies: Map<string, string | null>;
  /** What became of the entries, in their order; shorter than the entries when the rest needs another look. */
  outcomes: (Imported | null)[];
}

const noCompany: CompanyFields = { companyId: null, companyName: null };

/**
 * Computes the changes by entries in order, as if each were written before the next. `companies` has names of companies; any other
 * is taken for a new one. 403 for other tags without SESSION_TAGS_UPDATE.
 */
export const planImport = (
  entries: readonly ImportEntry[],
  rows: readonly ContactRow[],
  companies: ReadonlyMap<string, string | null>,
  { scope, now }: Pick<Origin, 'scope' | 'now'>,
): ImportPlan => {
  const contacts = rows.map((row): PlannedContact => ({ row, stored: row, identity: [] }));
  const matches = createMatches(contacts);
  const plan: ImportPlan = { contacts, companies: new Map(), outcomes: [] };

  const assume = (companyId: string, name: string | null): CompanyFields => {
    if (!plan.companies.has(companyId)) plan.companies.set(companyId, name);
    return { companyId, companyName: plan.companies.get(companyId) ?? null };
  };

  const planCompany = (row: CompanyFields, patch: ContactPatch): CompanyFields => {
    const after = companyAfter(row, patch);
    if ('link' in after) {
      const { link: companyId, named } = after;
      if (!companies.has(companyId)) return assume(companyId, named);
      return { companyId, companyName: companies.get(companyId) ?? null };
    }
    // A company that was deleted comes back when it is named again.
    const { companyId } = patch;
    if (!companyId || companies.has(companyId)) return after;
    return assume(companyId, patch.companyName ?? after.companyName);
  };

  const create = (entry: ImportEntry): Imported => {
    const patch = entry.patchFor(undefined);
    demandTags(scope, [], patch);
    const { projectId, organisationId } = scope;
    const row = newContact({ projectId, organisationId }, patch, planCompany(noCompany, patch), now);
    const planned: PlannedContact = { row, stored: undefined, identity: [] };
    contacts.push(planned);
    matches.add(planned);
    return { id: row.id, created: true };
  };

  const change = (planned: PlannedContact, entry: ImportEntry): Imported => {
    const { row } = planned;
    const patch = entry.patchFor(row);
    demandTags(scope, row.tags, patch);
    const after = changedContact(row, patch, planCompany(row, patch), now);
    if (after) {
      const changes = identityChanges(row, after);
      if (changes) planned.identity.push(changes);
      planned.row = after;
      matches.moved(planned, row.email);
    }
    return { id: row.id, created: false };
  };

  for (const entry of entries) {
    if (matches.isUncertain(entry)) break;
    const found = matches.find(entry);
    plan.outcomes.push(!findKey(entry) ? null : found ? change(found, entry) : create(entry));
  }
  return plan;
};
