import { compileList, inOrder, type ListQuery } from '@parley/persistence';
import { createHash } from 'node:crypto';
import type { Store } from '../db';
import type { Redirect } from '../generated/prisma/client';
import { redirectList } from './redirect.fields';

/** A stored redirect. */
export type RedirectRow = Redirect;

/** How an address is looked up. */
export const hashAddress = (address: string): string => createHash('sha256').update(address).digest('hex');

/** Makes writes of a project's redirects sequential, so that two of them make no loop together. */
export const lockRedirects = async (tx: Store, projectId: string): Promise<void> => {
  await tx.sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [
    `redirects ${projectId}`,
  ]);
};

/** A redirect of the project. */
export const findRedirect = async (
  { prisma }: Store,
  projectId: string,
  id: string,
): Promise<RedirectRow | undefined> =>
  (await prisma.redirect.findUnique({ where: { projectId_id: { projectId, id } } })) ?? undefined;

/** The redirect of a kind that an address has. */
export const findRedirectByAddress = async (
  { prisma }: Store,
  projectId: string,
  matchType: string,
  address: string,
): Promise<RedirectRow | undefined> => {
  const key = { projectId, matchType, addressHash: hashAddress(address) };
  const row = await prisma.redirect.findUnique({ where: { projectId_matchType_addressHash: key } });
  return row ?? undefined;
};

/** The patterns of the project; those that count before others come first. */
export const findPatterns = ({ prisma }: Store, projectId: string): Promise<RedirectRow[]> =>
  prisma.redirect.findMany({
    where: { projectId, matchType: 'pattern' },
    orderBy: [{ weight: 'desc' }, { id: 'asc' }],
  });

/** Stores a new redirect. */
export const insertRedirect = async ({ prisma }: Store, row: RedirectRow): Promise<void> => {
  await prisma.redirect.create({ data: row, select: { id: true } });
};

/** Changes a redirect that exists. */
export const updateRedirectRow = async ({ prisma }: Store, row: RedirectRow): Promise<void> => {
  const { projectId, id, ...data } = row;
  await prisma.redirect.update({ where: { projectId_id: { projectId, id } }, data, select: { id: true } });
};

/** Deletes a redirect that exists. */
export const deleteRedirectRow = async (
  { prisma }: Store,
  { projectId, id }: Pick<RedirectRow, 'projectId' | 'id'>,
): Promise<void> => {
  await prisma.redirect.delete({ where: { projectId_id: { projectId, id } }, select: { id: true } });
};

/** The project's redirects that a list asks for. */
export const listRedirectRows = async (
  { prisma, sql }: Store,
  projectId: string,
  query: ListQuery,
): Promise<RedirectRow[]> => {
  const params: unknown[] = [projectId];
  const { where, orderBy, skip, limit } = compileList(query, redirectList, params);
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM redirect WHERE project_id = $1 AND ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${skip}`,
    params,
  );
  const ids = rows.map(({ id }) => id);
  return inOrder(ids, await prisma.redirect.findMany({ where: { projectId, id: { in: ids } } }));
};
