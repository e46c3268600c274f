import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { runTransaction } from '@parley/persistence';
import type {
  RemoveCompanyMemberRequest,
  RemoveCompanyMemberResponse,
} from '@parley/proto/generated/parley/contacts/v1/companies_service';
import type { CallContext } from '@parley/rpc';
import { presentContact, lockContact, revealSvcHash, tellTickets } from '../contacts';
import { changeContact, makeOrigin } from './save-contact';
import type { Deps } from '../deps';
import { companyExists } from '../companies';

/**
 * Clears the link of a contact with a company, which may be one that was deleted. 404 `company_not_found`;
 * `session_not_found` for a contact that does not belong to it.
 */
export const removeCompanyMember = async (
  deps: Deps,
  { companyId, sessionId }: RemoveCompanyMemberRequest,
  context: CallContext,
): Promise<RemoveCompanyMemberResponse> => {
  const { projectId } = projectScope(context.scope);
  const origin = makeOrigin(context, 'update', deps.clock());
  const revealHash = await revealSvcHash(deps, context);
  const row = await runTransaction(deps.db, async (tx) => {
    const stored = await lockContact(tx, projectId, sessionId);
    if (stored?.companyId !== companyId) {
      throw (await companyExists(tx, { projectId, companyId })) ? notFound('session') : notFound('company');
    }
    return changeContact(tx, stored, { companyId: null }, origin);
  });
  deps.wakeEvents();
  await tellTickets(deps, { before: { companyId, blocked: row.blocked }, row }, context);
  return { contact: presentContact(row, revealHash(row)) };
};
