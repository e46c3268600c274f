import type { Store } from '../db';

/** Whether a mailbox gets its mail by SMTP. */
export const hasSmtpMailbox = async ({ prisma }: Store): Promise<boolean> =>
  (await prisma.mailbox.findFirst({ where: { type: 'smtp' }, select: { id: true } })) !== null;
