/** States of a mail. */
export type DeliveryStatus = 'pending' | 'sent' | 'failed' | 'skipped' | 'bounced';

/** Why a mail was not sent although it was planned. */
export type SkipReason =
  'unsubscribed' | 'blocked' | 'audience' | 'duplicate_address' | 'bounced_before' | 'stopped';

/** A mail that is planned. */
export interface PlannedDelivery {
  id: string;
  contactId: string;
  address: string;
  status: 'pending' | 'skipped';
  reason: SkipReason | null;
}

/** A mail that a process tries to send. */
export interface BegunDelivery {
  projectId: string;
  id: string;
  itemId: string;
  contactId: string;
  address: string;
  /** Number of attempts, this one included: it distinguishes this lease from a later one. */
  attempts: number;
  /** Date of the mail, the same at every attempt. */
  mailDate: Date;
  /** Whether an earlier process may have sent it. */
  resumed: boolean;
}

/** What became of an attempt. */
export type Outcome =
  | { kind: 'sent'; address: string }
  | { kind: 'bounced'; address: string; code: string | undefined }
  | { kind: 'failed'; reason: string; code: string | undefined }
  | { kind: 'skipped'; reason: SkipReason }
  | { kind: 'retry'; at: Date }
  /** The contact is gone: nothing is left of it. */
  | { kind: 'gone' }
  /** Not tried: the item is no longer live. */
  | { kind: 'held' };

/** Days that an address which does not exist gets no mail. */
export const BOUNCE_DAYS = 90;
