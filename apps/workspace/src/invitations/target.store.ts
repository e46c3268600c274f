import type { Sql } from '@parley/persistence';
import type { Store } from '../db';
import { insertMember } from '../members';
import { insertOrganisationMember, lockOrganisation } from '../organisations';
import { findAccess, lockProject } from '../projects';
import type { TargetType } from './invitation';
import type { InvitationRow } from './invitation.store';

/** Those of the addresses that belong to members of the organisation, or have access to the project. */
const MEMBER_EMAILS: Record<TargetType, string> = {
  organisation: `
    SELECT u.email FROM user_account u JOIN organisation_member m ON m.user_id = u.id AND m.organisation_id = $1
    WHERE u.email = ANY ($2::text[])`,
  project: `
    SELECT u.email FROM project p JOIN user_account u ON u.email = ANY ($2::text[])
    WHERE p.id = $1 AND (p.created_by = u.id
      OR EXISTS (SELECT FROM project_member pm WHERE pm.project_id = p.id AND pm.user_id = u.id)
      OR EXISTS (SELECT FROM organisation_member om
                 WHERE om.organisation_id = p.organisation_id AND om.user_id = u.id))`,
};

/** The addresses among those given that need no invitation. */
export const memberEmails = async (
  sql: Sql,
  { type, id }: { type: TargetType; id: string },
  emails: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ email: string }>(MEMBER_EMAILS[type], [id, emails]);
  return new Set(rows.map(({ email }) => email));
};

/** What became of a person who was to join. */
export type Joined = 'joined' | 'already' | 'gone';

/** Makes a person a member of the invitation's target, with its role. */
export const joinTarget = async (
  tx: Store,
  { type, targetId, role }: InvitationRow,
  userId: string,
): Promise<Joined> => {
  if (type === 'organisation') {
    if (!(await lockOrganisation(tx, targetId))) return 'gone';
    return (await insertOrganisationMember(tx, targetId, userId, role)) ? 'joined' : 'already';
  }
  if (!(await lockProject(tx, targetId))) return 'gone';
  if (await findAccess(tx.sql, userId, targetId)) return 'already';
  return (await insertMember(tx, targetId, userId, role)) ? 'joined' : 'already';
};
