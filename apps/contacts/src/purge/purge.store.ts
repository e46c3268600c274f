import type { PrismaClient } from '../db';

/** Removes a hidden contact; its history goes with it. */
export const removeContact = async (
  prisma: Pick<PrismaClient, 'contact'>,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> => {
  await prisma.contact.deleteMany({ where: { projectId, id, deletedAt: { not: null } } });
};
