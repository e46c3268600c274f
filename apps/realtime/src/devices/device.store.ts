import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** A sign-in of a contact's device. */
export interface SignInRow {
  projectId: string;
  contactId: string;
  deviceId: string;
  /** Rises with each sign-in of the device. */
  number: number;
}

// The database's clock, and one more than before where two come at once.
const NUMBER = `
INSERT INTO device_sign_in AS d (project_id, contact_id, device_id, number, node_id)
  VALUES ($1, $2, $3, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, $4)
  ON CONFLICT (project_id, contact_id, device_id) DO UPDATE
    SET number = greatest(d.number + 1, EXCLUDED.number), node_id = EXCLUDED.node_id
  RETURNING number`;

/** Makes a sign-in the newest of its device; answers its number. */
export const numberSignIn = async (
  sql: Sql,
  nodeId: string,
  { projectId, contactId, deviceId }: Omit<SignInRow, 'number'>,
): Promise<number> => {
  const [row] = await sql.query<{ number: number }>(
    NUMBER,
    [projectId, contactId, deviceId, nodeId],
    prepare,
  );
  return row?.number ?? 0;
};

const NEWER = `
SELECT s.place::integer - 1 AS at
  FROM ROWS FROM (json_to_recordset($1::json) AS ("projectId" text, "contactId" text, "deviceId" text, number bigint))
       WITH ORDINALITY AS s ("projectId", "contactId", "deviceId", number, place)
  JOIN device_sign_in d ON d.project_id = s."projectId" AND d.contact_id = s."contactId" AND d.device_id = s."deviceId"
 WHERE d.number > s.number`;

/** Places of those sign-ins of which the device has a newer one. */
export const newerSignIns = async (sql: Sql, rows: readonly SignInRow[]): Promise<Set<number>> => {
  const found = await sql.query<{ at: number }>(NEWER, [JSON.stringify(rows)], prepare);
  return new Set(found.map(({ at }) => at));
};

const FORGET = `
DELETE FROM device_sign_in d
 USING json_to_recordset($1::json) AS s ("projectId" text, "contactId" text, "deviceId" text, number bigint)
 WHERE d.project_id = s."projectId" AND d.contact_id = s."contactId" AND d.device_id = s."deviceId" AND d.number = s.number`;

/** Removes sign-ins, unless a newer one of the device took their place. */
export const forgetSignIns = async (sql: Sql, rows: readonly SignInRow[]): Promise<void> => {
  await sql.query(FORGET, [JSON.stringify(rows)], prepare);
};
