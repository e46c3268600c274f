import type { RequestHandler } from 'express';
import type { Readiness } from './readiness';

/** Dependencies of the health pages. */
export interface HealthDeps {
  readiness: () => Promise<Readiness>;
  /** Whether the gateway can take requests. */
  isStarted: () => boolean;
  isDraining: () => boolean;
}

/** Pages by which balancers and orchestrators judge the gateway. */
export interface HealthPages {
  /** 200: the process runs. */
  alive: RequestHandler;
  /** 200 while all that is demanded is there. */
  ready: RequestHandler;
  /**
   * 200 once every required part was reachable, also when some are away since. If one service took every gateway out of the
   * balancer, the others could not answer either.
   */
  startedUp: RequestHandler;
}

const RETRY_AFTER = { 'Retry-After': '1' };

/** Makes the health pages. */
export const createHealthPages = ({ readiness, isStarted, isDraining }: HealthDeps): HealthPages => {
  let hadAll = false;
  const ask = async (): Promise<Readiness> => {
    const { ready, checks } = await readiness();
    const serving = ready && isStarted() && !isDraining();
    hadAll ||= serving;
    return { ready: serving, checks };
  };
  return {
    alive: (_request, response) => void response.json({ status: 'ok' }),
    ready: async (_request, response) => {
      const { ready, checks } = await ask();
      if (!ready) response.status(503).set(RETRY_AFTER);
      response.json({ status: ready ? 'ready' : 'unavailable', checks });
    },
    startedUp: async (_request, response) => {
      if (!hadAll) await ask();
      const serving = hadAll && !isDraining();
      if (!serving) response.status(503).set(RETRY_AFTER);
      response.json({ status: serving ? 'started' : 'unavailable' });
    },
  };
};
