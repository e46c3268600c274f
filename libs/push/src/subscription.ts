import { type FieldProblem, invalid } from '@parley/errors';
import { type Outbound, OutboundError } from '@parley/outbound';
import { createHash, ECDH } from 'node:crypto';

/** Where a browser takes messages, and what they are encrypted with. */
export interface PushSubscription {
  endpoint: string;
  /** The browser's public key, as base64url. */
  p256dh: string;
  /** A secret shared with the browser, as base64url. */
  auth: string;
}

const MAX_ENDPOINT = 2_048;
const AUTH_BYTES = 16;

/** A fixed length for an index. */
export const endpointKey = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('hex').slice(0, 32);

const isPoint = (key: string): boolean => {
  try {
    const point = ECDH.convertKey(key, 'prime256v1', 'base64url', undefined, 'uncompressed');
    return Buffer.isBuffer(point) && point.equals(Buffer.from(key, 'base64url'));
  } catch {
    return false;
  }
};

const checkEndpoint = (outbound: Pick<Outbound, 'check'>, endpoint: string): string | undefined => {
  if (endpoint.length > MAX_ENDPOINT) return `must have at most ${MAX_ENDPOINT} characters`;
  try {
    outbound.check(endpoint);
    return undefined;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
};

/**
 * Reads a subscription that a browser, so a stranger, sent: its keys must be usable, and its address one that may be called.
 *
 * @throws DomainError `invalid` naming every wrong field.
 */
export const readSubscription = (
  outbound: Pick<Outbound, 'check'>,
  { endpoint, p256dh, auth }: PushSubscription,
): PushSubscription => {
  const problems: FieldProblem[] = [];
  const problem = checkEndpoint(outbound, endpoint);
  if (problem !== undefined) problems.push({ field: 'endpoint', message: problem });
  if (!isPoint(p256dh))
    problems.push({ field: 'keys.p256dh', message: 'must be a point of the curve P-256 as base64url' });
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES)
    problems.push({ field: 'keys.auth', message: `must be ${AUTH_BYTES} bytes as base64url` });
  if (problems.length > 0) throw invalid(problems);
  return { endpoint, p256dh, auth };
};
