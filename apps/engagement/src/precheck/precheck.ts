import type { Outbound } from '@parley/outbound';
import { metaPolicies, policyAllowsFrame } from './frame-policy';
import { TIMEOUT_MS, type Visit, visitPage } from './visit-page';

/** Why the editor cannot open a page, in the order of the answer. */
const messages = {
  invalid_url: 'The address cannot be called: give an absolute http or https address on the public internet.',
  unreachable: 'The page did not answer, or not with a page.',
  opener_policy: 'The page cuts the tie to the window that opens it (Cross-Origin-Opener-Policy).',
  frame_policy: 'The page may not load the frame of the editor (Content-Security-Policy).',
  login_redirect: 'The page asks to sign in first.',
  cross_origin_redirect: 'The page leads to another origin.',
} as const;

export type BlockerCode = keyof typeof messages;

/** Something that keeps the editor from opening a page. */
export interface Blocker {
  code: BlockerCode;
  message: string;
}

const isolating = new Set(['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups']);

const isOpenerLost = ({ headers }: NonNullable<Visit['answer']>): boolean =>
  isolating.has((headers['cross-origin-opener-policy'] ?? '').split(';', 1)[0]?.trim() ?? '');

const LOGIN_SEGMENT = /^(login|log-in|signin|sign-in|sso|auth|oauth2?|authorize)$/i;
const LOGIN_HOST = /^(login|auth|accounts|sso)\./i;

const isLogin = ({ pathname, hostname }: URL): boolean =>
  LOGIN_HOST.test(hostname) || pathname.split('/').some((segment) => LOGIN_SEGMENT.test(segment));

const isOtherOrigin = (from: URL, to: URL): boolean => {
  if (from.origin === to.origin) return false;
  const isUpgrade =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  return !(isUpgrade && from.hostname === to.hostname);
};

const blockerCodes = (url: string, visit: Visit, frame: URL): BlockerCode[] => {
  const { finalUrl, redirected, failure, answer } = visit;
  if (failure !== undefined) return [failure];
  if (!finalUrl || !answer) throw new Error('A visit without failure has an answer');
  // Repeated headers come joined by commas, which is what parts policies.
  const header = answer.headers['content-security-policy']?.split(',') ?? [];
  const found: Record<BlockerCode, boolean> = {
    invalid_url: false,
    unreachable: answer.status >= 400 && answer.status !== 401,
    opener_policy: isOpenerLost(answer),
    frame_policy: [...header, ...metaPolicies(answer.html)].some(
      (policy) => !policyAllowsFrame(policy, finalUrl, frame),
    ),
    login_redirect: answer.status === 401 || (redirected && isLogin(finalUrl)),
    cross_origin_redirect: redirected && isOtherOrigin(new URL(url), finalUrl),
  };
  return (Object.keys(messages) as BlockerCode[]).filter((code) => found[code]);
};

/** Whether the editor can open a page, and the reasons if not. The answer has no part of the page. */
export const precheckPage = async (
  {
    outbound,
    publicUrl,
    limitMs = TIMEOUT_MS,
  }: { outbound: Pick<Outbound, 'stream' | 'check'>; publicUrl: string; limitMs?: number },
  url: string,
): Promise<{ ok: boolean; finalUrl?: string; blockers: Blocker[] }> => {
  const visit = await visitPage(outbound, url, limitMs);
  const codes = blockerCodes(url, visit, new URL(publicUrl));
  return {
    ok: codes.length === 0,
    ...(visit.finalUrl && { finalUrl: visit.finalUrl.href }),
    blockers: codes.map((code) => ({ code, message: messages[code] })),
  };
};
