import { type Sql } from '@parley/persistence';
import { type PrismaClient } from '../db';

/** A deleted contact of which something is left. */
export interface HiddenContact {
  projectId: string;
  organisationId: string;
  id: string;
}

/** Whether an unfinished deletion is due. */
export const PURGE_DUE = { at: '(SELECT min(purge_after) FROM contact WHERE deleted_at IS NOT NULL)' };

const CLAIM = `UPDATE contact SET purge_after = $2
  WHERE (project_id, id) IN (
    SELECT project_id, id FROM contact WHERE deleted_at IS NOT NULL AND purge_after <= $1
    ORDER BY purge_after LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  RETURNING project_id AS "projectId", organisation_id AS "organisationId", id`;

/** Takes up unfinished deletions that are due; they are due again at `leaseUntil`. */
export const claimHidden = (
  sql: Sql,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<HiddenContact[]> => sql.query<HiddenContact>(CLAIM, [now, leaseUntil, limit], { prepare: true });

/** Makes an unfinished deletion due at another time. */
export const postponePurge = async (
  sql: Sql,
  { projectId, id }: HiddenContact,
  purgeAfter: Date,
): Promise<void> => {
  await sql.query(
    'UPDATE contact SET purge_after = $3 WHERE project_id = $1 AND id = $2 AND deleted_at IS NOT NULL',
    [projectId, id, purgeAfter],
    { prepare: true },
  );
};

/** Removes a hidden contact; its history goes with it. */
export const removeContact = async (
  prisma: Pick<PrismaClient, 'contact'>,
  { projectId, id }: HiddenContact,
): Promise<void> => {
  await prisma.contact.deleteMany({ where: { projectId, id, deletedAt: { not: null } } });
};
