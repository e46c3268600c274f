import type { Sealer } from '@parley/auth';
import type { Visit } from './visit';

const PURPOSE = 'helpcenter visitor';

/**
 * The key of a visitor without a session: a keyed digest of project, address and browser, which reveals neither without the key.
 */
export const visitorDigest = (sealer: Pick<Sealer, 'sign'>, { scope }: Pick<Visit, 'scope'>): string => {
  const signed = sealer.sign([scope.projectId, scope.ip, scope.client?.userAgent].join('\n'), PURPOSE);
  return signed.slice(signed.lastIndexOf('.') + 1);
};

const AUTOMATON = /bot|crawler|spider/i;

/** Whether a client says that it is no person. */
export const isAutomaton = ({ scope }: Pick<Visit, 'scope'>): boolean =>
  AUTOMATON.test(scope.client?.userAgent ?? '');
