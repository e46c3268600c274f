import type { Store } from '../db';
import type { MailboxRow } from '../mailboxes';

/** The project's first mailbox with a server of its own. */
export const findFirstSender = async ({ prisma }: Store, projectId: string): Promise<string | undefined> => {
  const rows = await prisma.mailbox.findMany({
    where: { projectId },
    select: { id: true, outgoing: true },
    orderBy: { id: 'asc' },
  });
  return rows.find(({ outgoing }) => outgoing !== null)?.id;
};

/** Notes how the last mail left. */
export const noteSending = async (
  { prisma }: Store,
  { projectId, id }: Pick<MailboxRow, 'projectId' | 'id'>,
  { error, at }: { error: string | undefined; at: Date },
): Promise<void> => {
  const data =
    error === undefined
      ? { outgoingState: 'ok', lastSentAt: at }
      : { outgoingState: 'failing', lastError: error, lastErrorAt: at };
  await prisma.mailbox.updateMany({ where: { projectId, id }, data });
};
