import type { OperatingHours } from '@parley/opening-hours';
import type { Sql } from '@parley/persistence';
import type { Prisma, PrismaClient } from '../generated/prisma/client';

/** What this store needs of the Prisma client. */
export type ReferenceClient = Pick<PrismaClient, 'userReference' | 'teamReference'>;

/** The copy of a contact. */
export interface ContactRecord {
  id: string;
  email: string | null;
  name: string | null;
  userId: string | null;
  avatar: string | null;
  phone: string | null;
  /** Language code. */
  lang: string | null;
  companyId: string | null;
  unsubscribed: boolean;
  /** Whether it may not write. */
  blocked: boolean;
  /** Minutes to the first answer. */
  sla: number | null;
  version: number;
}

/** The copy of a dashboard user or service account. */
export interface UserRecord {
  id: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  userType: string;
}

/** The copy of a team. */
export interface TeamRecord {
  id: string;
  name: string;
  /** Minutes to an answer to contacts without a service level of their own, while the team is open. */
  defaultSla: number | null;
  /** When it works; empty for always, null when that is not known. */
  operatingHours: OperatingHours | null;
}

/** A team's SLA for contacts without a service level of their own. */
export type TeamPromise = Pick<TeamRecord, 'defaultSla' | 'operatingHours'>;

/** Columns of a contact that is kept, as a `ContactRecord` names them. */
export const contactFields = `id, email, name, user_id AS "userId", avatar, phone, company_id AS "companyId", unsubscribed, blocked,
  sla, version, lang`;

/** Names a contact. */
export interface ContactKey {
  projectId: string;
  id: string;
}

/** A complete copy of a contact. A former release knew no `blocked` and stored reservations as version 0. */
export const KEPT_CONTACT = 'version > 0 AND blocked IS NOT NULL';

/** Those of the contacts, of any project, that are kept here. */
export const findContactsAnywhere = (
  sql: Sql,
  keys: readonly ContactKey[],
): Promise<(ContactRecord & ContactKey)[]> =>
  sql.query<ContactRecord & ContactKey>(
    `SELECT project_id AS "projectId", ${contactFields} FROM contact_reference
     WHERE (project_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND ${KEPT_CONTACT}`,
    [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id)],
    { prepare: true },
  );

/** The parameters of a statement that writes a contact. */
export const contactValues = (projectId: string, contact: ContactRecord): unknown[] => [
  projectId,
  contact.id,
  contact.email,
  contact.name,
  contact.userId,
  contact.avatar,
  contact.phone,
  contact.companyId,
  contact.unsubscribed,
  contact.sla,
  contact.version,
  contact.blocked,
  contact.lang,
];

/** The SET part of a statement with those parameters. */
export const contactUpdate = `email = $3, name = $4, user_id = $5, avatar = $6, phone = $7, company_id = $8,
  unsubscribed = $9, sla = $10, version = $11, blocked = $12, lang = $13`;

/** A statement that keeps a contact, from a table of one row, unless a newer state of it is kept already. */
export const saveContactSql = (from: string): string => `
  INSERT INTO contact_reference AS c (project_id, id, email, name, user_id, avatar, phone, company_id,
    unsubscribed, sla, version, blocked, lang)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::boolean, $10::float8, $11::float8, $12::boolean, $13::text FROM ${from}
  ON CONFLICT (project_id, id) DO UPDATE SET ${contactUpdate} WHERE c.version < $11 OR c.blocked IS NULL`;

const SAVE = saveContactSql('(VALUES (1)) one');

/** Keeps a contact, unless a newer state of it is kept already. */
export const saveContact = async (sql: Sql, projectId: string, contact: ContactRecord): Promise<void> => {
  await sql.query(SAVE, contactValues(projectId, contact), { prepare: true });
};

/**
 * Brings a contact that is kept here up to date, unless a newer state is kept already, and marks its tickets for search
 * when something they are found by changed.
 */
export const refreshContact = async (
  sql: Sql,
  projectId: string,
  contact: ContactRecord,
): Promise<boolean> => {
  const [row] = await sql.query<{ isFoundOtherwise: boolean }>(
    `WITH before AS (
       SELECT email, name, user_id FROM contact_reference
        WHERE project_id = $1 AND id = $2 AND version > 0 AND version < $11 FOR UPDATE
     ), changed AS (
       UPDATE contact_reference c SET ${contactUpdate} FROM before
        WHERE c.project_id = $1 AND c.id = $2
        RETURNING (before.email, before.name, before.user_id) IS DISTINCT FROM (c.email, c.name, c.user_id) AS otherwise
     )
     SELECT otherwise AS "isFoundOtherwise" FROM changed`,
    contactValues(projectId, contact),
    { prepare: true },
  );
  return row?.isFoundOtherwise ?? false;
};

/** Keeps a contact from being forgotten until the transaction ends. Undefined when it is not kept any more. */
export const holdContact = async (
  tx: Sql,
  projectId: string,
  id: string,
): Promise<{ blocked: boolean | null } | undefined> => {
  const [held] = await tx.query<{ blocked: boolean | null }>(
    'SELECT blocked FROM contact_reference WHERE project_id = $1 AND id = $2 AND version > 0 FOR KEY SHARE',
    [projectId, id],
    { prepare: true },
  );
  return held;
};

/** Forgets a contact. Fails on the foreign key while a ticket of it is left. */
export const deleteContact = async (sql: Sql, projectId: string, id: string): Promise<void> => {
  await sql.query('DELETE FROM contact_reference WHERE project_id = $1 AND id = $2', [projectId, id]);
};

/** Keeps users as they are now. */
export const saveUsers = async (
  prisma: ReferenceClient,
  projectId: string,
  users: readonly UserRecord[],
): Promise<void> => {
  for (const user of users) {
    const { id, ...fields } = user;
    await prisma.userReference.upsert({
      where: { projectId_id: { projectId, id } },
      create: { projectId, ...user },
      update: fields,
    });
  }
};

/** A user that is kept here. */
export const findUser = (
  prisma: ReferenceClient,
  projectId: string,
  id: string,
): Promise<UserRecord | null> =>
  prisma.userReference.findUnique({
    where: { projectId_id: { projectId, id } },
    omit: { projectId: true },
  });

/** Brings a user up to date in every project that keeps it. */
export const refreshUser = async (sql: Sql, user: UserRecord): Promise<void> => {
  await sql.query(
    `UPDATE user_reference SET email = $2, first_name = $3, last_name = $4, profile_image_url = $5, user_type = $6
      WHERE id = $1`,
    [user.id, user.email, user.firstName, user.lastName, user.profileImageUrl, user.userType],
  );
};

/** Stores the current state of teams; unknown hours stay. */
export const saveTeams = async (
  prisma: ReferenceClient,
  projectId: string,
  teams: readonly TeamRecord[],
): Promise<void> => {
  for (const { id, operatingHours, ...rest } of teams) {
    const fields = {
      ...rest,
      ...(operatingHours && { operatingHours: operatingHours as Prisma.InputJsonObject }),
    };
    await prisma.teamReference.upsert({
      where: { projectId_id: { projectId, id } },
      create: { projectId, id, ...fields },
      update: fields,
    });
  }
};

/** Brings a team that is kept here up to date. */
export const refreshTeam = async (sql: Sql, projectId: string, team: TeamRecord): Promise<void> => {
  await sql.query(
    `UPDATE team_reference SET name = $3, default_sla = $4, operating_hours = $5
      WHERE project_id = $1 AND id = $2`,
    [
      projectId,
      team.id,
      team.name,
      team.defaultSla,
      team.operatingHours && JSON.stringify(team.operatingHours),
    ],
  );
};

/** The SLA of a ticket's team; undefined without a copy of the team. */
export const promiseOfTicket = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
): Promise<TeamPromise | undefined> => {
  const [row] = await sql.query<TeamPromise>(
    `SELECT g.default_sla AS "defaultSla", g.operating_hours AS "operatingHours"
       FROM ticket t JOIN team_reference g ON g.project_id = t.project_id AND g.id = t.processing_team_id
      WHERE t.project_id = $1 AND t.id = $2`,
    [projectId, ticketId],
    { prepare: true },
  );
  return row;
};

/** The SLA of a team; undefined without a copy of the team. */
export const teamPromise = async (
  sql: Sql,
  projectId: string,
  teamId: string | null,
): Promise<TeamPromise | undefined> => {
  if (teamId === null) return undefined;
  const [row] = await sql.query<TeamPromise>(
    `SELECT default_sla AS "defaultSla", operating_hours AS "operatingHours" FROM team_reference
      WHERE project_id = $1 AND id = $2`,
    [projectId, teamId],
    { prepare: true },
  );
  return row;
};
