import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type { CallContext } from '@parley/rpc';
import { createHash } from 'node:crypto';
import { findContact } from '../contacts';
import type { Deps } from '../deps';
import { readCredentials } from './credentials';
import type { Credentials, JsonObject, Provider, ProviderAccess } from './provider';
import { createProviderClient } from './provider-client';

/** Seconds that a provider's answer is cached. */
const BELIEF_SECONDS = 60;

/** Milliseconds that a whole look-up may take. */
export const LOOK_UP_TIMEOUT_MS = 5_000;

/** What look-ups work with. */
export type LookUpDeps = Pick<
  Deps,
  'db' | 'config' | 'outbound' | 'integrations' | 'lookUps' | 'lookUpTimeoutMs' | 'log'
>;

/** A project's answer of a provider about an address, as long as the integration stays as it is. */
const cacheKey = (projectId: string, provider: string, access: ProviderAccess, email: string): string => {
  const secret = createHash('sha256').update(JSON.stringify(access)).digest('hex').slice(0, 16);
  return `commerce:${projectId}:${provider}:${secret}:${email}`;
};

const ask = async <Answer extends JsonObject>(
  { outbound, lookUpTimeoutMs: timeoutMs }: LookUpDeps,
  provider: Provider<Answer>,
  email: string,
  { credentials, access }: { credentials: Credentials; access: ProviderAccess },
): Promise<Answer | null> => {
  // One clock for all requests of the look-up.
  const signal = AbortSignal.timeout(timeoutMs);
  const client = createProviderClient(outbound, access, { timeoutMs, signal });
  return (await provider.find(client, email, credentials)) ?? null;
};

/**
 * Looks a contact up at a provider by its address. Undefined when the integration is not set up, the contact has no address, the
 * provider does not know it, or does not answer in time. Such a failure is not cached, an answer is for 60 s. 404
 * `session_not_found`.
 */
export const lookUp = async <Answer extends JsonObject>(
  deps: LookUpDeps,
  provider: Provider<Answer>,
  sessionId: string,
  context: CallContext,
): Promise<Answer | undefined> => {
  const { projectId } = projectScope(context.scope);
  const contact = await findContact(deps.db, projectId, sessionId);
  if (!contact) throw notFound('session');
  const { email } = contact;
  if (email === null) return undefined;
  const credentials = await readCredentials(
    deps.integrations,
    { projectId, provider: provider.name },
    context,
  );
  if (!credentials) return undefined;
  const access = provider.access(credentials, deps.config);
  if (!access) return undefined;
  const key = cacheKey(projectId, provider.name, access, email);
  try {
    const answer = await deps.lookUps.getOrLoad<Answer | null>(key, BELIEF_SECONDS, () =>
      ask(deps, provider, email, { credentials, access }),
    );
    return answer ?? undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ provider: provider.name, projectId, reason }, 'A provider gave no answer');
    return undefined;
  }
};
