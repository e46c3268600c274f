import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { addJob } from '@parley/jobs';
import { runTransaction } from '@parley/persistence';
import type {
  AddCompanyMemberRequest,
  AddCompanyMemberResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { CallContext } from '@parley/rpc';
import { presentContact, lockContact, revealSvcHash, tellTickets } from '../contacts';
import { changeContact, makeOrigin } from './save-contact';
import type { Deps } from '../deps';
import { companyExists, lockCompany, moveJob } from '../companies';
import { patience } from '../patience';

/** Milliseconds that the caller waits for the tickets to move; a worker does the rest. */
const WAIT_MS = 5_000;

/**
 * Links a contact with a company; with `migrateTickets` its tickets move there too. That is asked for in the transaction
 * that links, so that it happens even if this process dies or the tickets service is away. 404 `company_not_found`,
 * `session_not_found`.
 */
export const addCompanyMember = async (
  deps: Deps,
  { companyId, sessionId, migrateTickets }: AddCompanyMemberRequest,
  context: CallContext,
): Promise<AddCompanyMemberResponse> => {
  const { projectId } = projectScope(context.scope);
  const key = { projectId, companyId };
  if (!(await companyExists(deps.db, key))) throw notFound('company');
  const origin = makeOrigin(context, 'update', deps.clock());
  const revealHash = await revealSvcHash(deps, context);
  const place = { projectId, key: sessionId };
  const { before, row } = await runTransaction(deps.db, async (tx) => {
    const stored = await lockContact(tx, projectId, sessionId);
    if (!stored) throw notFound('session');
    if (!(await lockCompany(tx, key))) throw notFound('company');
    const linked = await changeContact(tx, stored, { companyId }, origin);
    if (migrateTickets)
      await addJob(tx, moveJob, { companyId, scope: context.scope }, { ...place, now: origin.now });
    return { before: stored, row: linked };
  });
  deps.wakeEvents();
  await tellTickets(deps, { before, row }, context);
  if (migrateTickets) await deps.jobs.attempted(moveJob, place, patience(context, WAIT_MS));
  return { contact: presentContact(row, revealHash(row)) };
};
