import { DomainError } from '@parley/errors';
import type { Admission } from '../auth';
import type { BoundOperation } from '../rest';
import type { Exchange } from './exchange';
import type { PipelineDeps } from './pipeline';

/** Admits the caller of a request, by its headers or by the session of the inbox. A session that has ended is cleared. */
export const admitRequest = async (
  { admit, session }: Pick<PipelineDeps, 'admit' | 'session'>,
  row: BoundOperation,
  parameters: readonly string[],
  exchange: Exchange,
): Promise<Admission> => {
  const { request, ip } = exchange;
  const { headers, isByCookie } = session.identify(row, request);
  try {
    return await admit(row, headers, parameters, ip, (callerKey) => {
      exchange.callerKey = callerKey;
    });
  } catch (error) {
    const isEnded = error instanceof DomainError && error.kind === 'unauthenticated';
    if (isByCookie && isEnded) exchange.headers['Set-Cookie'] = session.clear(request);
    throw error;
  }
};
