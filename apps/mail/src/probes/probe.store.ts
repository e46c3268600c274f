import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../db';
import type { Probe } from './probe';

/** Milliseconds between two searches for a probe. */
const LOOK_MS = 200;

/** Remembers a probe that is being sent; former ones of the mailbox are forgotten. */
export const insertProbe = async ({ prisma }: Store, probe: Probe, createdAt: Date): Promise<void> => {
  const { projectId, mailboxId } = probe;
  await prisma.mailboxProbe.deleteMany({
    where: { projectId, mailboxId, createdAt: { lt: new Date(createdAt.getTime() - 3_600_000) } },
  });
  await prisma.mailboxProbe.create({ data: { ...probe, createdAt } });
};

/** A probe came in. */
export const noteProbe = async ({ prisma }: Store, probe: Probe, seenAt: Date): Promise<void> => {
  await prisma.mailboxProbe.updateMany({ where: { ...probe, seenAt: null }, data: { seenAt } });
};

/** Waits for a probe. Answers whether it came in time. */
export const awaitProbe = async ({ prisma }: Store, probe: Probe, limitMs: number): Promise<boolean> => {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    const found = await prisma.mailboxProbe.findFirst({ where: { ...probe, NOT: { seenAt: null } } });
    if (found) return true;
    await sleep(LOOK_MS);
  }
  return false;
};
