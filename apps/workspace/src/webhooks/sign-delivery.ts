import { createHmac } from 'node:crypto';

/** The `webhook-id` of an event, the same for every attempt. */
export const makeMessageId = (eventId: string): string => `msg_${eventId}`;

const decodeKey = (secret: string): Buffer => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');

/**
 * The headers of a signed request by Standard Webhooks 1.0.0, with one signature for each secret.
 *
 * @param at Time of this attempt, which receivers compare with their clock.
 */
export const signedHeaders = (
  { messageId, body }: { messageId: string; body: string },
  secrets: readonly string[],
  at: Date,
): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const sign = (secret: string): string =>
    `v1,${createHmac('sha256', decodeKey(secret)).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
};
