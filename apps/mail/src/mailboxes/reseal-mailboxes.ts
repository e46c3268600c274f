import type { Deps } from '../deps';
import { secretContext } from './mailbox';

/** Seals the passwords of all mailboxes with the first secret key. Answers how many mailboxes it changed; can run at any time. */
export const resealMailboxes = async ({ store, sealer }: Pick<Deps, 'store' | 'sealer'>): Promise<number> => {
  let count = 0;
  const select = { projectId: true, id: true, incomingSecret: true, outgoingSecret: true };
  for (const { projectId, id, ...before } of await store.prisma.mailbox.findMany({ select })) {
    const seal = (sealed: string | null, side: 'incoming' | 'outgoing'): string | null =>
      sealed === null || !sealer.isStale(sealed)
        ? sealed
        : sealer.seal(sealer.open(sealed, secretContext(id, side)), secretContext(id, side));
    const after = {
      incomingSecret: seal(before.incomingSecret, 'incoming'),
      outgoingSecret: seal(before.outgoingSecret, 'outgoing'),
    };
    // A password that changed since it was read stays.
    const { count: changed } = await store.prisma.mailbox.updateMany({
      where: { projectId, id, ...before, NOT: after },
      data: after,
    });
    count += changed;
  }
  return count;
};
