import type { Sql } from '@parley/persistence';
import type { MemberRow, NotificationSettings } from '../users';

/** A person who may get a notice. */
export interface RecipientRow extends MemberRow {
  notificationSettings: NotificationSettings | null;
}

/** Most people of one notice. */
const MOST = 1_000;

const HAS_ACCESS = `(p.created_by = u.id
    OR EXISTS (SELECT FROM project_member pm WHERE pm.project_id = p.id AND pm.user_id = u.id)
    OR EXISTS (SELECT FROM organisation_member om
               WHERE om.organisation_id = p.organisation_id AND om.user_id = u.id))`;

const COLUMNS = `u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName",
         u.profile_image_url AS "profileImageUrl", u.user_type AS "userType"`;

const RECIPIENTS = `
  SELECT ${COLUMNS}, u.notification_settings AS "notificationSettings"
    FROM (SELECT unnest($2::text[]) AS id
          UNION SELECT user_id FROM team_member WHERE project_id = $1 AND team_id = $3) w
    JOIN user_account u ON u.id = w.id JOIN project p ON p.id = $1
   WHERE u.confirmed AND ${HAS_ACCESS}
   ORDER BY u.id LIMIT ${MOST}`;

/** The people among the ids and in the team who have access to the project and a proven address, by id. */
export const findRecipients = (
  sql: Sql,
  projectId: string,
  { userIds, teamId }: { userIds: readonly string[]; teamId: string | undefined },
): Promise<RecipientRow[]> => sql.query(RECIPIENTS, [projectId, userIds, teamId ?? null], { prepare: true });

/** The person with access to the project who has a proven address. */
export const findMember = async (
  sql: Sql,
  projectId: string,
  email: string,
): Promise<MemberRow | undefined> => {
  const [row] = await sql.query<MemberRow>(
    `SELECT ${COLUMNS} FROM user_account u JOIN project p ON p.id = $1
      WHERE u.email = $2 AND u.confirmed AND ${HAS_ACCESS}`,
    [projectId, email],
    { prepare: true },
  );
  return row;
};
