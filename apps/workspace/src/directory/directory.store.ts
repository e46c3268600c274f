import type { OperatingHours } from '@parley/opening-hours';
import type { Sql } from '@parley/persistence';
import type { FormerSecret } from '../secrets';
import type { Features } from '../projects';
import type { TeamRow } from '../teams';

// Each of these answers a question that comes with nearly every request of the platform: one indexed statement each.

/** The part of an account that decides about its tokens. */
export interface AccountState {
  confirmed: boolean;
  tokensSince: number;
}

/** The state of an account; undefined when it is gone. */
export const findAccountState = async (sql: Sql, userId: string): Promise<AccountState | undefined> => {
  const [row] = await sql.query<AccountState>(
    'SELECT confirmed, tokens_since AS "tokensSince" FROM user_account WHERE id = $1',
    [userId],
    { prepare: true },
  );
  return row;
};

/** A service account as a caller. */
export interface ServiceCaller {
  serviceAccountId: string;
  name: string;
  projectId: string;
  organisationId: string;
  requestLimitPerMinute: number | null;
}

const USE_TOKEN = `
  WITH used AS (
    UPDATE service_account SET last_used_at = date_trunc('minute', now())
    WHERE token_hash = $1 AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', now())))
  SELECT s.id AS "serviceAccountId", s.name, s.project_id AS "projectId", p.organisation_id AS "organisationId",
         p.request_limit_per_minute AS "requestLimitPerMinute"
  FROM service_account s JOIN project p ON p.id = s.project_id
  WHERE s.token_hash = $1`;

/** The service account behind a token's hash, and the minute of its use noted; undefined when there is none. */
export const useServiceToken = async (sql: Sql, tokenHash: string): Promise<ServiceCaller | undefined> => {
  const [row] = await sql.query<ServiceCaller>(USE_TOKEN, [tokenHash], { prepare: true });
  return row;
};

/** A project that a secret key is of. */
export interface KeyedProject {
  projectId: string;
  organisationId: string;
  requestLimitPerMinute: number | null;
}

/** The project with a secret key of this hash that is still good; undefined when there is none. */
export const findProjectBySecretKey = async (
  sql: Sql,
  hash: string,
  now: Date,
): Promise<KeyedProject | undefined> => {
  const [row] = await sql.query<KeyedProject>(
    `SELECT p.id AS "projectId", p.organisation_id AS "organisationId",
            p.request_limit_per_minute AS "requestLimitPerMinute"
       FROM project_secret_key k JOIN project p ON p.id = k.project_id
      WHERE k.hash = $1 AND (k.until IS NULL OR k.until > $2)`,
    [hash, now],
    { prepare: true },
  );
  return row;
};

/** Settings of a project that other services act on. */
export interface SettingsRow {
  id: string;
  organisationId: string;
  name: string;
  /** Public key that widgets present. */
  apiToken: string;
  defaultLanguage: string;
  /** Sealed. */
  sessionSecret: string;
  formerSessionSecrets: FormerSecret[];
  sessionSecretChangedAt: Date | null;
  allowedDomains: string[];
  identityVerification: boolean;
  requestLimitPerMinute: number | null;
  features: Features;
  conversationUrl: string | null;
  color: string | null;
  languages: string[];
  helpcenter: Record<string, unknown> | null;
  /** Its domain, when that is proven. */
  helpcenterDomain: string | null;
  widget: Record<string, unknown> | null;
  /** Opening hours of each team; null for one without. */
  operatingHours: (OperatingHours | null)[];
}

const SETTINGS = `
  SELECT id, organisation_id AS "organisationId", name, api_token AS "apiToken", default_language AS "defaultLanguage",
         session_secret AS "sessionSecret", former_session_secrets AS "formerSessionSecrets",
         session_secret_changed_at AS "sessionSecretChangedAt", allowed_domains AS "allowedDomains",
         identity_verification AS "identityVerification", request_limit_per_minute AS "requestLimitPerMinute",
         features, conversation_url AS "conversationUrl", helpcenter ->> 'color' AS color, languages, helpcenter,
         helpcenter_domain AS "helpcenterDomain", widget,
         ARRAY(SELECT operating_hours FROM team WHERE team.project_id = project.id) AS "operatingHours"
  FROM project`;

export const findSettings = async (sql: Sql, projectId: string): Promise<SettingsRow | undefined> => {
  const [row] = await sql.query<SettingsRow>(`${SETTINGS} WHERE id = $1`, [projectId], { prepare: true });
  return row;
};

export const findSettingsByKey = async (sql: Sql, apiToken: string): Promise<SettingsRow | undefined> => {
  const [row] = await sql.query<SettingsRow>(`${SETTINGS} WHERE api_token = $1`, [apiToken], {
    prepare: true,
  });
  return row;
};

/** The project's teams among the ids, by id. */
export const findTeams = (
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<Pick<TeamRow, 'id' | 'name' | 'slaOptions' | 'operatingHours'>[]> =>
  sql.query(
    `SELECT id, name, sla_options AS "slaOptions", operating_hours AS "operatingHours" FROM team
      WHERE project_id = $1 AND id = ANY ($2::text[]) ORDER BY id`,
    [projectId, ids],
    { prepare: true },
  );

/** Ids of the project's teams that a person is in. */
export const findTeamsOfMember = async (sql: Sql, projectId: string, userId: string): Promise<string[]> => {
  const rows = await sql.query<{ id: string }>(
    'SELECT team_id AS id FROM team_member WHERE user_id = $1 AND project_id = $2 ORDER BY team_id',
    [userId, projectId],
    { prepare: true },
  );
  return rows.map(({ id }) => id);
};
