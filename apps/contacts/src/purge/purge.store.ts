import type { Sql } from '@parley/persistence';
import type { PrismaClient } from '../db';

/** Removes a hidden contact; its history goes with it. */
export const removeContact = async (
  prisma: Pick<PrismaClient, 'contact'>,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> => {
  await prisma.contact.deleteMany({ where: { projectId, id, deletedAt: { not: null } } });
};

/** Most addresses of a contact, in case one changes its address all the time. */
const MAX_ADDRESSES = 1_000;

/** The addresses that a contact has and had, with those of guests that were merged into it. */
export const findAddresses = async (
  sql: Sql,
  { projectId, id }: { projectId: string; id: string },
): Promise<string[]> => {
  const rows = await sql.query<{ email: string }>(
    `SELECT DISTINCT email FROM (
       SELECT email FROM contact WHERE project_id = $1 AND id = $2
       UNION ALL
       SELECT e.email FROM identity_history h, LATERAL (VALUES (h.changes #>> '{email,from}'), (h.changes #>> '{email,to}')) e (email)
        WHERE h.project_id = $1 AND h.contact_id = $2) all_of_them
      WHERE email IS NOT NULL LIMIT ${MAX_ADDRESSES}`,
    [projectId, id],
  );
  return rows.map(({ email }) => email);
};
