import { type Outbound, OutboundError } from '@parley/outbound';
import webPush from 'web-push';
import type { PushKeys } from './keys';
import type { PushSubscription } from './subscription';

/** A message to a browser. */
export interface PushMessage {
  /** JSON of at most 3,993 bytes: push services take 4,096 with what encryption adds. */
  payload: string;
  /** At most 32 letters and digits: of several messages with it that wait at the push service only the last one is delivered. */
  topic: string;
  /** Seconds that the push service keeps it for a browser that is away. */
  ttl: number;
}

/** What became of a message. */
export type PushOutcome =
  | { kind: 'sent' }
  /** The subscription does not exist any more, or must not be called. */
  | { kind: 'gone' }
  /** Another attempt may succeed, not before so many seconds. */
  | { kind: 'retry'; reason: string; after: number }
  | { kind: 'failed'; reason: string; status?: number };

const TIMEOUT_MS = 10_000;
/** Push services answer with a few words. */
const MAX_ANSWER_BYTES = 16_384;
const MAX_RETRY_AFTER = 3_600;

const passing: ReadonlySet<number> = new Set([408, 425, 429]);

const readRetryAfter = (header: string | undefined): number =>
  Math.min(Math.max(Number(header) || 0, 0), MAX_RETRY_AFTER);

const toOutcome = (status: number, retryAfter: string | undefined): PushOutcome => {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `The push service answered ${status}.`;
  if (status >= 500 || passing.has(status))
    return { kind: 'retry', reason, after: readRetryAfter(retryAfter) };
  return { kind: 'failed', reason, status };
};

/** Encrypts a message for a browser (RFC 8291) and hands it to its push service. The address is a stranger's, so the request is guarded. */
export const sendPush = async (
  outbound: Pick<Outbound, 'request'>,
  keys: PushKeys & { contact: string },
  { endpoint, p256dh, auth }: PushSubscription,
  { payload, topic, ttl }: PushMessage,
): Promise<PushOutcome> => {
  const { contact, publicKey, privateKey } = keys;
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: `mailto:${contact}`, publicKey, privateKey },
    TTL: ttl,
    topic,
  });
  try {
    const { status, headers: answered } = await outbound.request({
      url: endpoint,
      method: 'POST',
      headers: Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      body: body ?? '',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return toOutcome(status, answered['retry-after']);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === 'invalid_url' || error.code === 'forbidden_address') return { kind: 'gone' };
    if (error.code === 'too_large') return { kind: 'failed', reason: error.message };
    return { kind: 'retry', reason: error.message, after: 0 };
  }
};
