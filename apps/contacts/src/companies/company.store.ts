import { newId, type Sql } from '@parley/persistence';

/** A company that a contact belongs to. */
export interface CompanyRef {
  projectId: string;
  organisationId: string;
  companyId: string;
}

const NAME = 'SELECT name FROM company WHERE project_id = $1 AND company_id = $2';

const INSERT = `INSERT INTO company (project_id, company_id, id, organisation_id, name, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (project_id, company_id) DO NOTHING`;

const nameOf = async (
  tx: Sql,
  { projectId, companyId }: CompanyRef,
): Promise<{ name: string | null } | undefined> =>
  (await tx.query<{ name: string | null }>(NAME, [projectId, companyId], { prepare: true }))[0];

/** The name of a company, which is created with `name` when there is none yet. */
export const ensureCompany = async (
  tx: Sql,
  company: CompanyRef,
  name: string | null,
  now: Date,
): Promise<string | null> => {
  const known = await nameOf(tx, company);
  if (known) return known.name;
  const { projectId, companyId, organisationId } = company;
  await tx.query(INSERT, [projectId, companyId, newId(), organisationId, name, now], { prepare: true });
  // Someone else may have created it meanwhile, under another name.
  return (await nameOf(tx, company))?.name ?? null;
};
