import type { ReceivedEmail } from './read-email';

/** The result of one check. */
export type Verdict = 'pass' | 'fail' | 'none' | 'error';

/** Whether the sender of a mail is genuine. */
export interface MailAuthentication {
  spf: Verdict;
  dkim: Verdict;
  dmarc: Verdict;
  /** Whether DMARC fails and the domain of the sender says to reject or quarantine such mails. */
  isForged: boolean;
}

/** Characters of a header that are read. */
const MAX_LENGTH = 8_000;

/**
 * The results that a trusted server wrote into the topmost `Authentication-Results` (RFC 8601): lower ones may be the sender's.
 * Undefined when another server wrote it.
 */
export const readAuthenticationResults = (
  { header }: Pick<ReceivedEmail, 'header'>,
  trusted: readonly string[],
): MailAuthentication | undefined => {
  const [value = ''] = header('authentication-results');
  const [server = '', ...results] = value.slice(0, MAX_LENGTH).split(';');
  const name = server.trim().split(/\s/)[0]?.toLowerCase() ?? '';
  if (!trusted.some((one) => one.toLowerCase() === name)) return undefined;
  const dmarc = readVerdict(results, 'dmarc');
  return {
    spf: readVerdict(results, 'spf'),
    dkim: readVerdict(results, 'dkim'),
    dmarc,
    isForged: dmarc === 'fail' && results.some((result) => isOf('dmarc', result) && asksToRefuse(result)),
  };
};

const NO_RESULT = new Set(['', 'none', 'neutral', 'skipped', 'bestguesspass']);

/** The words of RFC 8601 as one of four. Soft failures are failures, and policies that say nothing are none. */
export const toVerdict = (word: string): Verdict => {
  if (word === 'pass') return 'pass';
  if (word === 'fail' || word === 'softfail' || word === 'hardfail' || word === 'policy') return 'fail';
  return NO_RESULT.has(word) ? 'none' : 'error';
};

const isOf = (method: string, result: string): boolean =>
  result.trimStart().toLowerCase().startsWith(`${method}=`);

/** The best of several results of a method: one valid signature is enough. */
export const chooseVerdict = (verdicts: readonly Verdict[]): Verdict =>
  (['pass', 'error', 'fail'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'none';

const readVerdict = (results: readonly string[], method: string): Verdict =>
  chooseVerdict(
    results
      .filter((result) => isOf(method, result))
      .map((result) => toVerdict(/^\s*\w+=(\w*)/.exec(result)?.[1]?.toLowerCase() ?? '')),
  );

/** Whether the policy beside a result of DMARC says so, in the forms of common servers. */
const asksToRefuse = (result: string): boolean =>
  /\b(?:p|policy\.dmarc|action)\s*=\s*o?(?:reject|quarantine)\b/i.test(result);
