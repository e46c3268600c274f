import type { Store } from '../db';

/** Notes that a mailbox got a mail. */
export const noteReceived = async (
  { prisma }: Store,
  { projectId, id }: { projectId: string; id: string },
  at: Date,
): Promise<void> => {
  await prisma.mailbox.updateMany({ where: { projectId, id }, data: { lastReceivedAt: at } });
};
