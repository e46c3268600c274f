import { raced } from '@parley/errors';
import { appendEventRows } from '@parley/events';
import type { Sql } from '@parley/persistence';
import { type CompanyPatch, type CompanyRef, type CompanyRow, newCompany } from './company';
import { companyCreated } from './company.events';
import { insertCompanies, lastMemberActivity, lockCompany, lockCompanyNames } from './company.store';
import { queueRenaming } from './rename-members';

/** Times that a company may appear and go again between two statements. */
const ATTEMPTS = 5;

/** When companies are created, and what travels with their events. */
export interface Creation {
  now: Date;
  headers: Record<string, string>;
}

/** A company that is there, and whether it was created for that. */
export interface Ensured {
  row: CompanyRow;
  created: boolean;
}

/**
 * Creates companies of a project, given with their fields by `companyId`, and answers those that were not there. Contacts
 * that still name one, because an earlier company was deleted, belong to it; a worker gives them its name.
 */
export const createCompanies = async (
  tx: Sql,
  { projectId, organisationId }: Pick<CompanyRef, 'projectId' | 'organisationId'>,
  companies: ReadonlyMap<string, CompanyPatch>,
  { now, headers }: Creation,
): Promise<CompanyRow[]> => {
  if (companies.size === 0) return [];
  const activity = await lastMemberActivity(tx, projectId, [...companies.keys()]);
  const rows = Array.from(companies, ([companyId, patch]) =>
    newCompany({ projectId, organisationId, companyId }, patch, activity.get(companyId) ?? null, now),
  );
  const added = await insertCompanies(tx, rows);
  const created = rows.filter(({ companyId }) => added.has(companyId));
  await appendEventRows(
    tx,
    created.map((row) => companyCreated(row, headers)),
  );
  for (const row of created) if (row.lastSeenAt) await queueRenaming(tx, row, now);
  return created;
};

/** A company, locked, which is created with these fields when there is none. */
export const lockOrCreateCompany = async (
  tx: Sql,
  company: CompanyRef,
  patch: CompanyPatch,
  creation: Creation,
): Promise<Ensured> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = await lockCompany(tx, company);
    if (known) return { row: known, created: false };
    const [row] = await createCompanies(tx, company, new Map([[company.companyId, patch]]), creation);
    if (row) return { row, created: true };
  }
  throw raced('COMPANY_RACED');
};

/**
 * The name of a company, which is created with `name` when there is none yet. The company stays locked, so that a
 * renaming does not miss the contact that is about to be given this name.
 */
export const ensureCompany = async (
  tx: Sql,
  company: CompanyRef,
  name: string | null,
  now: Date,
): Promise<string | null> =>
  (await lockOrCreateCompany(tx, company, { name }, { now, headers: {} })).row.name;

/**
 * As `ensureCompany`, for several companies of one project, given by `companyId` with what to name those that are new:
 * the names by `companyId`.
 */
export const ensureCompanies = async (
  tx: Sql,
  project: Pick<CompanyRef, 'projectId' | 'organisationId'>,
  wanted: ReadonlyMap<string, string | null>,
  creation: Creation,
): Promise<Map<string, string | null>> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const names = await lockCompanyNames(tx, project.projectId, [...wanted.keys()]);
    const missing = [...wanted].filter(([companyId]) => !names.has(companyId));
    const drafts = new Map(missing.map(([companyId, name]) => [companyId, { name }]));
    const created = await createCompanies(tx, project, drafts, creation);
    for (const { companyId, name } of created) names.set(companyId, name);
    if (names.size === wanted.size) return names;
  }
  throw raced('COMPANY_RACED');
};
