import type { LockSession } from '@parley/persistence';

const KEY = "hashtextextended('mailbox:' || $1, 0)";

/** Takes the lock of a mailbox. False while another process has it. */
export const takeLock = async (session: LockSession, id: string): Promise<boolean> => {
  const [row] = await session.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${KEY}) AS taken`, [id]);
  return row?.taken ?? false;
};

export const releaseLock = async (session: LockSession, id: string): Promise<void> => {
  await session.query(`SELECT pg_advisory_unlock(${KEY})`, [id]);
};
