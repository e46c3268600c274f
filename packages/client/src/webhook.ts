/** An event that the platform reports to a webhook. */
export interface WebhookEvent {
  /** Id of the report, the same for each try: a program that keeps it handles none twice. */
  id: string;
  /** When it was sent. */
  sentAt: Date;
  /** The body, parsed. */
  payload: unknown;
}

/** The request does not come from the platform, is changed, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Seconds that the clocks of both sides may differ. */
const TOLERANCE_S = 300;

/**
 * Verifies a request to a webhook, and answers its event. The body must be the bytes that were received: one that was parsed and
 * written again has another signature.
 *
 * @param secret `whsec_…`; several while a secret is being replaced.
 * @throws {WebhookVerificationError}
 */
export const verifyWebhook = async ({
  secret,
  headers,
  body,
  tolerance = TOLERANCE_S,
}: {
  secret: string | readonly string[];
  headers: Headers | Record<string, string | string[] | undefined>;
  body: string | Uint8Array;
  tolerance?: number;
}): Promise<WebhookEvent> => {
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string') throw new WebhookVerificationError(`The header ${name} is missing.`);
    return value;
  };
  const [id, timestamp] = [read('webhook-id'), read('webhook-timestamp')];
  const sentAt = new Date(Number(timestamp) * 1000);
  if (!(Math.abs(Date.now() - sentAt.getTime()) <= tolerance * 1000))
    throw new WebhookVerificationError('The request is too old, or the clock of this machine is wrong.');
  const signatures = read('webhook-signature')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [fromBase64(one.slice(3))] : []));
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const one of [secret].flat() as string[])
    if (await isSigned(one, signed, signatures))
      return { id, sentAt, payload: JSON.parse(new TextDecoder().decode(bytes)) as unknown };
  throw new WebhookVerificationError('The signature is not of this secret and body.');
};

const isSigned = async (
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> => {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  // The platform's own comparison takes the same time for any signature.
  const found = await Promise.all(signatures.map((one) => crypto.subtle.verify('HMAC', key, one, signed)));
  return found.includes(true);
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    throw new WebhookVerificationError('A secret or signature is not base64.');
  }
};

const join = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
};
