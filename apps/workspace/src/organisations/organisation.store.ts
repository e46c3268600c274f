import type { Role } from '@parley/auth';
import { compileList, type ListQuery, type Sql } from '@parley/persistence';
import type { Store } from '../db';
import type { Organisation } from '../generated/prisma/client';
import { organisationList } from './organisation.fields';

/** A stored organisation. */
export type OrganisationRow = Organisation;

/** Those of the organisations that a person belongs to that a list asks for, with the person's role in each. */
export const listOwnOrganisations = (
  sql: Sql,
  userId: string,
  query: ListQuery,
): Promise<(OrganisationRow & { role: Role })[]> => {
  const params: unknown[] = [userId];
  const { where, orderBy, skip, limit } = compileList(query, organisationList, params);
  return sql.query(
    `SELECT o.id, o.name, m.role, o.created_at AS "createdAt", o.updated_at AS "updatedAt"
     FROM organisation_member m JOIN organisation o ON o.id = m.organisation_id
     WHERE m.user_id = $1 AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
};

/** Creates an organisation with its first admin. */
export const insertOrganisation = (
  store: Store,
  { id, name, adminId }: { id: string; name: string; adminId: string },
): Promise<OrganisationRow> =>
  store.prisma.organisation.create({
    data: { id, name, members: { create: { userId: adminId, role: 'admin' } } },
  });

export const findOrganisation = async (store: Store, id: string): Promise<OrganisationRow | undefined> =>
  (await store.prisma.organisation.findUnique({ where: { id } })) ?? undefined;

/** The organisation, locked until the transaction ends. */
export const lockOrganisation = async (store: Store, id: string): Promise<OrganisationRow | undefined> => {
  await store.sql.query('SELECT id FROM organisation WHERE id = $1 FOR UPDATE', [id]);
  return findOrganisation(store, id);
};

/** Makes a person a member of an organisation; answers false when the person is one already. */
export const insertOrganisationMember = async (
  store: Store,
  organisationId: string,
  userId: string,
  role: Role,
): Promise<boolean> => {
  const { count } = await store.prisma.organisationMember.createMany({
    data: [{ organisationId, userId, role }],
    skipDuplicates: true,
  });
  return count > 0;
};

/** The oldest organisation that a person belongs to. */
export const firstMembership = async (
  store: Store,
  userId: string,
): Promise<{ organisationId: string; role: Role } | undefined> => {
  const row = await store.prisma.organisationMember.findFirst({
    where: { userId },
    orderBy: { organisationId: 'asc' },
  });
  return row ? { organisationId: row.organisationId, role: row.role as Role } : undefined;
};

/**
 * A person's relation to an organisation: a member with a role, or known there by one of its projects only. Undefined for a
 * stranger.
 */
export const findMembership = async (
  store: Store,
  organisationId: string,
  userId: string,
): Promise<{ role: Role | undefined } | undefined> => {
  const [row] = await store.sql.query<{ role: Role | null; known: boolean }>(
    `SELECT m.role, m.role IS NOT NULL OR EXISTS (
         SELECT FROM project p
         WHERE p.organisation_id = o.id AND (p.created_by = $2 OR EXISTS (
           SELECT FROM project_member pm WHERE pm.project_id = p.id AND pm.user_id = $2))) AS known
     FROM organisation o
     LEFT JOIN organisation_member m ON m.organisation_id = o.id AND m.user_id = $2
     WHERE o.id = $1`,
    [organisationId, userId],
  );
  return row?.known ? { role: row.role ?? undefined } : undefined;
};
