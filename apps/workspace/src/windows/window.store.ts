import type { Sql } from '@parley/persistence';
import type { MemberRow, UserRow } from '../users';

/** A person after a change of availability. */
export type ChangedRow = MemberRow & Pick<UserRow, 'available' | 'unavailableProjects'>;

const prepare = { prepare: true };

const KEEP = `
INSERT INTO user_window AS w (user_id, ends_at)
  SELECT id, $2 FROM user_account WHERE id = ANY ($1::text[]) ORDER BY id
  ON CONFLICT (user_id) DO UPDATE SET ends_at = greatest(w.ends_at, EXCLUDED.ends_at)`;

/** Keeps people available until a time. Their rows here are locked before those of their accounts, in the order of ids. */
export const keepWindows = async (tx: Sql, userIds: readonly string[], endsAt: Date): Promise<void> => {
  await tx.query(KEEP, [userIds, endsAt], prepare);
};

const END = `
WITH ended AS (SELECT user_id FROM user_window WHERE ends_at <= $1 ORDER BY user_id LIMIT $2 FOR UPDATE)
DELETE FROM user_window w USING ended WHERE w.user_id = ended.user_id RETURNING w.user_id AS id`;

/** Forgets people with windows that have ended; answers their ids. */
export const endWindows = async (tx: Sql, now: Date, limit: number): Promise<string[]> => {
  const rows = await tx.query<{ id: string }>(END, [now, limit], prepare);
  return rows.map(({ id }) => id);
};

/** When the next person is due: an SQL expression. */
export const WINDOWS_DUE = '(SELECT min(ends_at) FROM user_window)';

const CHANGE = `
WITH changed AS (
  SELECT id FROM user_account
   WHERE id = ANY ($1::text[]) AND CASE WHEN $2::boolean THEN away_by_window ELSE available END
   ORDER BY id FOR UPDATE)
UPDATE user_account u SET available = $2, away_by_window = NOT $2, updated_at = $3
  FROM changed WHERE u.id = changed.id
RETURNING u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName",
          u.profile_image_url AS "profileImageUrl", u.user_type AS "userType", u.available,
          u.unavailable_projects AS "unavailableProjects"`;

/** Makes people available who are away by their windows, or people away who are available; answers those who changed. */
export const changeAvailability = (
  tx: Sql,
  userIds: readonly string[],
  available: boolean,
  now: Date,
): Promise<ChangedRow[]> => tx.query<ChangedRow>(CHANGE, [userIds, available, now], prepare);
