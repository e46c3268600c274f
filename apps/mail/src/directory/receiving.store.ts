import type { Store } from '../db';
import type { ReceivingMailbox } from '../delivery';

/** The mailboxes with these addresses; that of the longest first, as `help+orders@…` may have one of its own. */
export const findReceiving = async (
  { prisma }: Store,
  addresses: readonly string[],
): Promise<ReceivingMailbox[]> => {
  const rows = await prisma.mailbox.findMany({
    where: { address: { in: [...addresses] } },
    select: {
      projectId: true,
      organisationId: true,
      id: true,
      address: true,
      team: true,
      trustReplyTo: true,
    },
  });
  return rows.sort((a, b) => b.address.length - a.address.length);
};
