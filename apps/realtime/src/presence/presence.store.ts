import type { Sql } from '@parley/persistence';

const prepare = { prepare: true };

/** Seconds without a heartbeat after which a process counts as dead. */
const DEAD_SECONDS = 30;

/** The reason for a person to be a member of a presence channel. */
export interface Window {
  projectId: string;
  channel: string;
  userId: string;
  /** Of a connection its socket id, else `viewing`. */
  window: string;
  name: string | undefined;
  avatar: string | undefined;
}

/** A member of a presence channel. */
export interface MemberRow {
  channel: string;
  id: string;
  name: string | null;
  avatar: string | null;
  since: Date;
}

/** A channel in which something changed. */
export interface ChannelRow {
  projectId: string;
  channel: string;
}

const ADD = `
INSERT INTO presence_window AS p (project_id, channel, user_id, "window", name, avatar, since, node_id, expires_at)
  SELECT w->>'projectId', w->>'channel', w->>'userId', w->>'window', w->>'name', w->>'avatar', now(), $2,
         now() + $3 * interval '1 second'
    FROM json_array_elements($1::json) w
  ON CONFLICT (channel, user_id, "window") DO UPDATE
    SET name = EXCLUDED.name, avatar = EXCLUDED.avatar, node_id = EXCLUDED.node_id, expires_at = EXCLUDED.expires_at,
        since = CASE WHEN p.expires_at < now() THEN EXCLUDED.since ELSE p.since END`;

/** Adds windows of connections that a process holds. */
export const addWindows = async (sql: Sql, nodeId: string, windows: readonly Window[]): Promise<void> => {
  await sql.query(ADD, [JSON.stringify(windows), nodeId, null], prepare);
};

/** Adds a window that ends by itself, or renews it. */
export const addExpiringWindow = async (sql: Sql, window: Window, seconds: number): Promise<void> => {
  await sql.query(ADD, [JSON.stringify([window]), null, seconds], prepare);
};

const REMOVE = `
DELETE FROM presence_window p USING json_array_elements($1::json) w
 WHERE p.channel = w->>'channel' AND p.user_id = w->>'userId' AND p."window" = w->>'window'`;

/** Removes windows. */
export const removeWindows = async (
  sql: Sql,
  windows: readonly Pick<Window, 'channel' | 'userId' | 'window'>[],
): Promise<void> => {
  await sql.query(REMOVE, [JSON.stringify(windows)], prepare);
};

/** The statement that lists members: a person with several windows is one, who came with the first. */
export const MEMBERS = `
SELECT w.channel, w.user_id AS id, max(w.name) AS name, max(w.avatar) AS avatar, min(w.since) AS since
  FROM presence_window w LEFT JOIN realtime_node n ON n.id = w.node_id
 WHERE w.channel = ANY ($1::text[])
   AND (w.expires_at > now() OR n.heartbeat_at > now() - interval '${DEAD_SECONDS} seconds')
 GROUP BY w.channel, w.user_id ORDER BY min(w.since), w.user_id`;

/** The members of channels, the first to come first. */
export const findMembers = (sql: Sql, channels: readonly string[]): Promise<MemberRow[]> =>
  sql.query<MemberRow>(MEMBERS, [channels], prepare);

const BEAT = `
INSERT INTO realtime_node AS n (id, heartbeat_at) VALUES ($1, now())
  ON CONFLICT (id) DO UPDATE SET heartbeat_at = now() RETURNING xmax = 0 AS "isNew"`;

/** Says that a process lives; whether it was not known. */
export const beat = async (sql: Sql, nodeId: string): Promise<boolean> => {
  const [row] = await sql.query<{ isNew: boolean }>(BEAT, [nodeId], prepare);
  return row?.isNew ?? false;
};

const FORGET_DEAD = `DELETE FROM realtime_node WHERE heartbeat_at < now() - interval '${DEAD_SECONDS} seconds'`;

const FORGET_WINDOWS = `
DELETE FROM presence_window p
 WHERE p.expires_at < now() OR (p.node_id IS NOT NULL AND NOT EXISTS (SELECT FROM realtime_node n WHERE n.id = p.node_id))
RETURNING p.project_id AS "projectId", p.channel`;

const FORGET_SIGN_INS = `
DELETE FROM device_sign_in d WHERE NOT EXISTS (SELECT FROM realtime_node n WHERE n.id = d.node_id)`;

/** Removes rows of dead processes, and expired ones; answers the channels that change by it. */
export const forgetDead = async (sql: Sql): Promise<ChannelRow[]> => {
  await sql.query(FORGET_DEAD);
  await sql.query(FORGET_SIGN_INS);
  return sql.query<ChannelRow>(FORGET_WINDOWS);
};

/** Removes a process that stops, with all that it held; answers the channels in which that changes something. */
export const forgetNode = async (sql: Sql, nodeId: string): Promise<ChannelRow[]> => {
  await sql.query('DELETE FROM realtime_node WHERE id = $1', [nodeId]);
  await sql.query('DELETE FROM device_sign_in WHERE node_id = $1', [nodeId]);
  return sql.query<ChannelRow>(
    'DELETE FROM presence_window WHERE node_id = $1 RETURNING project_id AS "projectId", channel',
    [nodeId],
  );
};
