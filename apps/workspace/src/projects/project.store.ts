import { conflict } from '@parley/errors';
import { inOrder } from '@parley/persistence';
import type { Store } from '../db';
import { Prisma, type Project } from '../generated/prisma/client';
import { type FormerSecret, MAX_FORMER } from '../secrets';
import { readSiteNames } from './helpcenter-settings';
import type { Features } from './project';

/** Free JSON settings by name. */
export type JsonObject = { [key: string]: unknown };

/** A stored project. */
export interface ProjectRow extends Omit<
  Project,
  'features' | 'integrations' | 'helpcenter' | 'widget' | 'formerSessionSecrets'
> {
  /** Session secrets before this one. */
  formerSessionSecrets: FormerSecret[];
  /** Switches that differ from the defaults. */
  features: Features;
  /** Sealed credentials by provider. */
  integrations: Record<string, string>;
  helpcenter: JsonObject | null;
  widget: JsonObject | null;
}

/** The fields of a new project. */
export type NewProject = Pick<
  ProjectRow,
  | 'id'
  | 'organisationId'
  | 'name'
  | 'apiToken'
  | 'sessionSecret'
  | 'createdBy'
  | 'defaultLanguage'
  | 'languages'
  | 'allowedDomains'
  | 'identityVerification'
  | 'ticketStatuses'
  | 'ticketTypes'
>;

/** The changes of a project's settings; omitted fields stay. */
export type ProjectChange = Partial<
  Omit<
    ProjectRow,
    | 'id'
    | 'organisationId'
    | 'apiToken'
    | 'sessionSecret'
    | 'formerSessionSecrets'
    | 'sessionSecretChangedAt'
    | 'secretKey'
    | 'createdBy'
    | 'createdAt'
    | 'helpcenterSlug'
    | 'helpcenterDomain'
  >
>;

const toRow = (row: Project): ProjectRow => row as unknown as ProjectRow;

export const insertProject = async (store: Store, project: NewProject): Promise<ProjectRow> =>
  toRow(await store.prisma.project.create({ data: project }));

/** Replaces the secret key of a locked project. Those before it are good until `until`. */
export const replaceSecretKey = async (
  store: Store,
  id: string,
  { sealed, hash, until, now }: { sealed: string; hash: string; until: Date; now: Date },
): Promise<ProjectRow> => {
  const { sql } = store;
  await sql.query('DELETE FROM project_secret_key WHERE project_id = $1 AND until <= $2', [id, now]);
  await sql.query('UPDATE project_secret_key SET until = $2 WHERE project_id = $1 AND until IS NULL', [
    id,
    until,
  ]);
  // A key that is replaced time and again leaves no more than a few behind.
  await sql.query(
    `DELETE FROM project_secret_key WHERE hash IN (
       SELECT hash FROM project_secret_key WHERE project_id = $1 ORDER BY until DESC OFFSET $2)`,
    [id, MAX_FORMER],
  );
  await sql.query('INSERT INTO project_secret_key (hash, project_id) VALUES ($1, $2)', [hash, id]);
  return toRow(await store.prisma.project.update({ where: { id }, data: { secretKey: sealed } }));
};

export const findProject = async (store: Store, id: string): Promise<ProjectRow | undefined> => {
  const row = await store.prisma.project.findUnique({ where: { id } });
  return row ? toRow(row) : undefined;
};

/** The projects with these ids, in their order. */
export const listProjectsByIds = async (store: Store, ids: string[]): Promise<ProjectRow[]> =>
  inOrder(ids, await store.prisma.project.findMany({ where: { id: { in: ids } } })).map(toRow);

/** The project, locked until the transaction ends. */
export const lockProject = async (store: Store, id: string): Promise<ProjectRow | undefined> => {
  await store.sql.query('SELECT id FROM project WHERE id = $1 FOR UPDATE', [id]);
  return findProject(store, id);
};

/**
 * Stores the names by which the help center is found beside its settings: the slug, and a domain that was proven before. Concurrent
 * namings wait for each other, so that the loser's error has the name that is taken; the unique indexes enforce it anyway.
 */
const nameSite = async (store: Store, id: string, helpcenter: JsonObject | null): Promise<void> => {
  const { sql } = store;
  const { slug, customDomain } = readSiteNames(helpcenter);
  await demandFree(store, id, { slug, customDomain });
  await sql.query(
    `UPDATE project SET helpcenter_slug = $2, helpcenter_domain = CASE WHEN helpcenter_domain = $3 THEN helpcenter_domain END
      WHERE id = $1`,
    [id, slug, customDomain],
  );
};

/** Notes that a project's domain is proven. 409 HELPCENTER_DOMAIN_TAKEN when another one has proven it. */
export const proveDomain = async (store: Store, id: string, customDomain: string): Promise<void> => {
  await demandFree(store, id, { slug: null, customDomain });
  await store.sql.query('UPDATE project SET helpcenter_domain = $2 WHERE id = $1', [id, customDomain]);
};

/** Refuses names of other help centers. Only a proven domain is one. */
const demandFree = async (
  { sql }: Store,
  id: string,
  { slug, customDomain }: ReturnType<typeof readSiteNames>,
): Promise<void> => {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtext('helpcenter site names'))::text`);
  const others = await sql.query<{ slug: string | null }>(
    `SELECT helpcenter_slug AS slug FROM project
      WHERE id <> $1 AND (helpcenter_slug = $2 OR helpcenter_domain = $3)`,
    [id, slug, customDomain],
  );
  if (others.length > 0)
    throw slug !== null && others.some((other) => other.slug === slug)
      ? conflict('HELPCENTER_SLUG_TAKEN')
      : conflict('HELPCENTER_DOMAIN_TAKEN');
};

const toJson = (value: JsonObject | null): Prisma.InputJsonObject | typeof Prisma.DbNull =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject);

/** Changes a project that exists. 409 when another help center has the slug or the domain. */
export const updateProjectRow = async (
  store: Store,
  id: string,
  change: ProjectChange,
): Promise<ProjectRow> => {
  const { helpcenter, widget, ...rest } = change;
  if (helpcenter !== undefined) await nameSite(store, id, helpcenter);
  const data = {
    ...rest,
    ...(helpcenter !== undefined && { helpcenter: toJson(helpcenter) }),
    ...(widget !== undefined && { widget: toJson(widget) }),
  };
  return toRow(await store.prisma.project.update({ where: { id }, data }));
};

/** Replaces the session secret of a project. */
export const replaceSessionSecret = async (
  store: Store,
  id: string,
  secret: Pick<ProjectRow, 'sessionSecret' | 'formerSessionSecrets' | 'sessionSecretChangedAt'>,
): Promise<void> => {
  const formerSessionSecrets = secret.formerSessionSecrets as unknown as Prisma.InputJsonArray;
  await store.prisma.project.update({ where: { id }, data: { ...secret, formerSessionSecrets } });
};
