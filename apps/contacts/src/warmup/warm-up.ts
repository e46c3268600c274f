import { projectScope } from '@parley/auth';
import { createLocalCache } from '@parley/cache';
import type { Database } from '@parley/persistence';
import type {
  WarmUpContactsRequest,
  WarmUpContactsResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import type { CallContext } from '@parley/rpc';
import type { Logger } from '@parley/telemetry';
import type { Deps } from '../deps';
import type { SessionSecrets } from '../project';
import { readAhead } from './warm-up.store';

/** Milliseconds that a project counts as warm. */
const WARM_MS = 60_000;
const MAX_PROJECTS = 10_000;

/** Reads ahead for projects when their dashboards are opened. */
export interface WarmUp {
  /** Begins, unless the project is warm or being warmed up; never fails. */
  begin(projectId: string, context: CallContext): void;
  /** Ends after the part that is being read. */
  stop(): Promise<void>;
}

/** Dependencies of a warm-up. */
export interface WarmUpOptions {
  db: Database;
  secrets: SessionSecrets;
  log: Logger;
}

export const createWarmUp = ({ db, secrets, log }: WarmUpOptions): WarmUp => {
  const stopping = new AbortController();
  const warm = createLocalCache<true>({ max: MAX_PROJECTS, ttlMs: WARM_MS });
  const running = new Set<Promise<unknown>>();

  const read = async (projectId: string, context: CallContext): Promise<true> => {
    // Callers that may see signatures need the project's secret first.
    await secrets.of(projectId, context);
    await readAhead(db, projectId, stopping.signal);
    return true;
  };

  return {
    begin: (projectId, context) => {
      if (stopping.signal.aborted) return;
      const work = warm
        .getOrLoad(projectId, () => read(projectId, context))
        .catch((error: unknown) => log.warn({ err: error, projectId }, 'A warm-up failed'))
        .finally(() => running.delete(work));
      running.add(work);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};

/** Begins to warm up the project's contacts and answers at once. */
export const warmUpContacts = (
  { warmUp }: Pick<Deps, 'warmUp'>,
  _request: WarmUpContactsRequest,
  context: CallContext,
): Promise<WarmUpContactsResponse> => {
  warmUp.begin(projectScope(context.scope).projectId, context);
  return Promise.resolve({ ok: true });
};
