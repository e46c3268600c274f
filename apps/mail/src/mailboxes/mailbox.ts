import type { RichText } from '@parley/rich-text';

/** Most mailboxes of a project. */
export const MAX_MAILBOXES = 100;

/** Where mail comes from, as it is stored. */
export interface Incoming {
  type: 'imap' | 'smtp' | 'http';
  host?: string | undefined;
  port?: number | undefined;
  secure?: boolean | undefined;
  user?: string | undefined;
  folder?: string | undefined;
  after?: 'seen' | 'move' | 'delete' | undefined;
  moveTo?: string | undefined;
  /** ISO time. */
  since?: string | undefined;
}

/** Server by which replies leave, as it is stored. */
export interface Outgoing {
  host: string;
  port: number;
  secure: boolean;
  user?: string | undefined;
}

/** A stored mailbox. */
export interface MailboxRow {
  projectId: string;
  id: string;
  organisationId: string;
  name: string;
  /** In lower case, its domain in ASCII. */
  address: string;
  fromName: string | null;
  team: string | null;
  signature: RichText | null;
  type: Incoming['type'];
  incoming: Incoming;
  /** Sealed. */
  incomingSecret: string | null;
  /** Null for the installation's server. */
  outgoing: Outgoing | null;
  /** Sealed. */
  outgoingSecret: string | null;
  trustReplyTo: boolean;
  quoteHistory: boolean;
  /** Changes with the incoming side. */
  revision: number;
  /** Of the folder that is fetched. */
  uidValidity: bigint | null;
  /** The last mail that is done. */
  lastUid: bigint | null;
  /** connected, connecting, failing, paused or none. */
  incomingState: string;
  /** ok or failing. */
  outgoingState: string;
  lastError: string | null;
  lastErrorAt: Date | null;
  /** Since when no login succeeded. */
  failingSince: Date | null;
  lastReceivedAt: Date | null;
  lastSentAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What binds a sealed password to its mailbox. */
export const secretContext = (id: string, side: 'incoming' | 'outgoing'): string => `mailbox:${id}:${side}`;
