import { type Outbound, OutboundError } from '@parley/outbound';

/** Most redirects that are followed. */
const MAX_REDIRECTS = 5;
/** Milliseconds for everything. */
export const TIMEOUT_MS = 10_000;
/** Most bytes of a page that are read. */
const MAX_BYTES = 1024 * 1024;
/** No page is too large: the part beyond `MAX_BYTES` is not read. */
const ANY_SIZE = Number.MAX_SAFE_INTEGER;

/** Why a visit ended without an answer. */
export type VisitFailure = 'invalid_url' | 'unreachable';

/** What came of a visit. */
export interface Visit {
  /** The last address that was called; undefined when none was. */
  finalUrl?: URL;
  /** Whether a redirect was followed. */
  redirected: boolean;
  failure?: VisitFailure;
  /** The final answer, without a failure. */
  answer?: { status: number; headers: Readonly<Record<string, string>>; html: string };
}

const redirects = new Set([301, 302, 303, 307, 308]);

const readSome = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES).toString('utf8');
};

const toFailure = (error: unknown): VisitFailure => {
  if (!(error instanceof OutboundError)) throw error;
  return error.code === 'invalid_url' || error.code === 'forbidden_address' ? 'invalid_url' : 'unreachable';
};

/** Calls an address with one GET and follows its redirects, each guarded like the first. */
export const visitPage = async (
  outbound: Pick<Outbound, 'stream' | 'check'>,
  url: string,
  limitMs: number,
): Promise<Visit> => {
  const end = Date.now() + limitMs;
  let next = url;
  let called: URL | undefined;
  for (let followed = 0; ; followed += 1) {
    const soFar = (): Pick<Visit, 'finalUrl' | 'redirected'> => ({
      ...(called && { finalUrl: called }),
      redirected: followed > 0,
    });
    try {
      outbound.check(next);
      const timeoutMs = Math.max(1, end - Date.now());
      const answer = await outbound.stream({ url: next, timeoutMs, maxBytes: ANY_SIZE });
      called = new URL(next);
      const { status, headers, body } = answer;
      const location = redirects.has(status) ? headers['location'] : undefined;
      if (location === undefined) {
        const html = await readSome(body);
        return { ...soFar(), answer: { status, headers, html } };
      }
      // The rest is not needed: leaving early cuts the connection.
      for await (const chunk of body) if (chunk.length > 0) break;
      if (followed >= MAX_REDIRECTS) return { ...soFar(), failure: 'unreachable' };
      if (!URL.canParse(location, called)) return { ...soFar(), failure: 'invalid_url' };
      next = new URL(location, called).href;
    } catch (error) {
      const failure = toFailure(error);
      // A host that was asked and did not answer was called; a forbidden address was not.
      if (failure === 'unreachable') called = new URL(next);
      return { ...soFar(), failure };
    }
  }
};
