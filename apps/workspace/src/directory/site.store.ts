import type { Sql } from '@parley/persistence';
import type { SettingsRow } from './directory.store';

/** A project as the site of its help center needs it. */
export interface SiteRow extends Pick<
  SettingsRow,
  'sessionSecret' | 'formerSessionSecrets' | 'sessionSecretChangedAt'
> {
  projectId: string;
  name: string;
  organisationId: string;
  slug: string | null;
  customDomain: string | null;
  defaultLanguage: string;
  languages: string[];
  helpcenter: Record<string, unknown> | null;
}

// An id wins over a slug that looks like one, so that no slug takes another project's address.
const SITE = `
  SELECT id AS "projectId", name, organisation_id AS "organisationId", helpcenter_slug AS slug,
         helpcenter_domain AS "customDomain", default_language AS "defaultLanguage", languages, helpcenter,
         session_secret AS "sessionSecret", former_session_secrets AS "formerSessionSecrets",
         session_secret_changed_at AS "sessionSecretChangedAt"
  FROM project
  WHERE ($1 <> '' AND (id = $1 OR helpcenter_slug = $1)) OR ($2 <> '' AND helpcenter_domain = $2)
  ORDER BY id = $1 DESC LIMIT 1`;

/** The project of the help center with this id, slug or domain. */
export const findSite = async (
  sql: Sql,
  { site, domain }: { site: string; domain: string },
): Promise<SiteRow | undefined> => {
  const [row] = await sql.query<SiteRow>(SITE, [site, domain], { prepare: true });
  return row;
};
