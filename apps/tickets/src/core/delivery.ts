/** States of a mail to one recipient. The proto of messages says what they mean. */
export type DeliveryStatus = 'queued' | 'sent' | 'failed' | 'bounced' | 'skipped';

/** What became of a message's mail to one recipient, as it is stored and answered. */
export interface MessageDelivery {
  address: string;
  status: DeliveryStatus;
  /** Since when, as ISO 8601. */
  at: string;
  detail?: string;
}
