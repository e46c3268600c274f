import { projectScope } from '@parley/auth';
import { runTransaction } from '@parley/persistence';
import type {
  LearnContactCompanyRequest,
  LearnContactCompanyResponse,
} from '@parley/proto/generated/parley/tickets/v1/company_stamp_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { refreshContact } from '../references';

/** Brings a contact that is kept here up to date, as the event does that follows; one that is not kept is asked for when needed. */
export const learnContactCompany = async (
  { db }: Pick<Deps, 'db'>,
  { contact }: LearnContactCompanyRequest,
  context: CallContext,
): Promise<LearnContactCompanyResponse> => {
  const { projectId } = projectScope(context.scope);
  if (contact) await runTransaction(db, (tx) => refreshContact(tx, projectId, contact));
  return {};
};
