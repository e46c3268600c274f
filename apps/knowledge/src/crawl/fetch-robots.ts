import { OutboundError } from '@parley/outbound';
import { dropBody, type Getter, readUpTo } from './get';
import { MAX_ROBOTS_BYTES } from './robots';

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;

/** What came of asking for a robots.txt. */
export type Robots = { text: string } | { error: 'robots_unreachable' | 'forbidden_address' };

/**
 * Asks an origin for its robots.txt by RFC 9309: 4xx and endless redirects allow everything; 5xx and no answer allow
 * nothing.
 */
export const fetchRobots = async (getter: Getter, origin: string): Promise<Robots> => {
  await getter.turn();
  try {
    const { status, body } = await getter.get(`${origin}/robots.txt`, {
      timeoutMs: TIMEOUT_MS,
      maxBytes: Number.MAX_SAFE_INTEGER,
      maxRedirects: MAX_REDIRECTS,
    });
    if (status >= 200 && status < 300) {
      return { text: (await readUpTo(body, MAX_ROBOTS_BYTES)).toString('utf8').replaceAll('\0', '') };
    }
    await dropBody(body);
    return status < 500 ? { text: '' } : { error: 'robots_unreachable' };
  } catch (error) {
    getter.signal.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === 'too_many_redirects') return { text: '' };
    const isForbidden = error.code === 'forbidden_address' || error.code === 'invalid_url';
    return { error: isForbidden ? 'forbidden_address' : 'robots_unreachable' };
  }
};
