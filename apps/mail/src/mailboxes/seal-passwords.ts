import type { Sealer } from '@parley/auth';
import { type MailboxRow, secretContext } from './mailbox';
import { isSameServer, type MailboxChange } from './mailbox.input';

/** The sealed passwords of a mailbox after a change; a password does not outlive its server. */
export const sealPasswords = (
  sealer: Sealer,
  id: string,
  { fields, passwords }: MailboxChange,
  before: MailboxRow | undefined,
): Pick<MailboxRow, 'incomingSecret' | 'outgoingSecret'> => {
  const sealed = (side: 'incoming' | 'outgoing'): string | null => {
    const server = fields[side];
    const password = passwords[side];
    if (!server || !('host' in server) || server.host === undefined) return null;
    if (password !== undefined) return sealer.seal(password, secretContext(id, side));
    const secret = side === 'incoming' ? before?.incomingSecret : before?.outgoingSecret;
    return isSameServer(before?.[side], server) ? (secret ?? null) : null;
  };
  return { incomingSecret: sealed('incoming'), outgoingSecret: sealed('outgoing') };
};
