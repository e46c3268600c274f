import type { PrismaClient } from '../db';
import type { ReferenceRow } from './contact.present';

const select = {
  id: true,
  email: true,
  name: true,
  userId: true,
  avatar: true,
  phone: true,
  lang: true,
  companyId: true,
  unsubscribed: true,
  blocked: true,
  sla: true,
  version: true,
} as const satisfies Record<keyof ReferenceRow, true>;

/** What other services keep of the contacts that exist among the ids. */
export const findReferences = (
  prisma: Pick<PrismaClient, 'contact'>,
  projectId: string,
  ids: readonly string[],
): Promise<ReferenceRow[]> =>
  prisma.contact.findMany({ where: { projectId, id: { in: [...ids] }, deletedAt: null }, select });
