import { projectScope } from '@parley/auth';
import type {
  HelpcenterDomain,
  VerifyHelpcenterDomainRequest,
  VerifyHelpcenterDomainResponse,
} from '@parley/proto/generated/parley/workspace/v1/projects_service';
import type { CallContext, Partially } from '@parley/rpc';
import { Resolver } from 'node:dns/promises';
import type { Deps } from '../deps';
import { presentDomain } from './helpcenter-domain';
import { projectForbidden } from './project.errors';
import { presentProject } from './project.present';
import { findProject, lockProject, proveDomain } from './project.store';

/**
 * Looks up the record that proves the domain of a help center, and notes the proof. 409
 * HELPCENTER_DOMAIN_TAKEN. A record that is not there is no error: DNS takes its time.
 */
export const verifyHelpcenterDomain = async (
  deps: Deps,
  _request: VerifyHelpcenterDomainRequest,
  context: CallContext,
): Promise<Partially<VerifyHelpcenterDomainResponse>> => {
  const { projectId, role } = projectScope(context.scope);
  const project = role && (await findProject(deps.store, projectId));
  if (!project) throw projectForbidden();
  const claim = presentDomain(project);
  if (!claim || claim.verified) return { project: presentProject(deps, project, role) };
  const problem = await findProblem(deps.config.dnsServers, claim);
  if (problem !== undefined) {
    const helpcenterDomain = { ...claim, problem };
    return { project: { ...presentProject(deps, project, role), helpcenterDomain } };
  }
  const row = await deps.store.transaction(async (tx) => {
    const now = await lockProject(tx, projectId);
    if (!now) throw projectForbidden();
    // The settings may name another domain by now.
    if (presentDomain(now)?.domain !== claim.domain) return now;
    await proveDomain(tx, projectId, claim.domain);
    return { ...now, helpcenterDomain: claim.domain };
  });
  return { project: presentProject(deps, row, role) };
};

/** Milliseconds that one query may take; there are two tries. */
const QUERY_MS = 2_000;
/** Most records that a problem lists, and most characters of each. */
const MAX_SHOWN = 5;
const MAX_LENGTH = 100;

/** Why the record does not prove the domain; undefined when it does. */
const findProblem = async (
  servers: readonly string[],
  { recordName, recordValue }: HelpcenterDomain,
): Promise<string | undefined> => {
  const dns = new Resolver({ timeout: QUERY_MS, tries: 2 });
  if (servers.length > 0) dns.setServers(servers);
  let records: string[];
  try {
    records = (await dns.resolveTxt(recordName)).map((parts) => parts.join('').trim());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return `There is no TXT record ${recordName}.`;
    return `The name servers of ${recordName} did not answer (${code ?? 'unknown'}). Try again later.`;
  }
  if (records.includes(recordValue)) return undefined;
  const shown = records.slice(0, MAX_SHOWN).map((record) => `"${record.slice(0, MAX_LENGTH)}"`);
  return `The TXT record ${recordName} has another value: ${shown.join(', ')}.`;
};
