import type { Mailbox } from '@parley/proto/generated/parley/mail/v1/mailboxes_service';
import type { MailboxRow } from './mailbox';

/** A stored mailbox as the public document, without passwords. */
export const presentMailbox = (row: MailboxRow, waiting: number): Mailbox => {
  const { type, host, port, secure, user, folder, after, moveTo, since } = row.incoming;
  return {
    id: row.id,
    _id: row.id,
    project: row.projectId,
    organisation: row.organisationId,
    name: row.name,
    address: row.address,
    fromName: row.fromName ?? undefined,
    team: row.team ?? undefined,
    signature: row.signature ? { ...row.signature } : undefined,
    incoming: { type, host, port, secure, user, folder, after, moveTo, since },
    outgoing: row.outgoing ? { user: undefined, ...row.outgoing } : undefined,
    trustReplyTo: row.trustReplyTo,
    quoteHistory: row.quoteHistory,
    status: {
      incoming: row.incomingState,
      outgoing: row.outgoingState,
      lastError: row.lastError ?? undefined,
      lastErrorAt: row.lastErrorAt?.toISOString(),
      lastReceivedAt: row.lastReceivedAt?.toISOString(),
      lastSentAt: row.lastSentAt?.toISOString(),
      waiting,
    },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
};
