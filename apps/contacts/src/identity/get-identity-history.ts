import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetIdentityHistoryRequest,
  GetIdentityHistoryResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_lifecycle_service';
import type { CallContext } from '@parley/rpc';
import { contactExists, findIdentityEntries } from '../contacts';
import type { Deps } from '../deps';

/** Most entries that are answered. */
export const MAX_ENTRIES = 100;

/** The newest 100 changes of a contact's email, userId and name, the newest first. 404 `session_not_found`. */
export const getIdentityHistory = async (
  { db }: Pick<Deps, 'db'>,
  { sessionId }: GetIdentityHistoryRequest,
  context: CallContext,
): Promise<GetIdentityHistoryResponse> => {
  const { projectId } = projectScope(context.scope);
  if (!(await contactExists(db, projectId, sessionId))) throw notFound('session');
  const entries = await findIdentityEntries(db, projectId, sessionId, MAX_ENTRIES);
  return { history: entries.map(({ at, changes, by }) => ({ at: at.toISOString(), changes, by })) };
};
