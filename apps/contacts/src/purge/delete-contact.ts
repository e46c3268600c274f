import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import { addJob } from '@parley/jobs';
import type {
  DeleteContactRequest,
  DeleteContactResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import type { Deps } from '../deps';
import { patience } from '../patience';
import { purgeJob } from './purge-contact';
import { contactDeleted, hideContact } from '../contacts';

/** Milliseconds that the caller waits for the tickets to go; a worker does the rest. */
const WAIT_MS = 5_000;

/**
 * Deletes a contact: it is hidden at once. A job deletes its tickets and everything else of it; the answer is a success even if
 * that fails or takes long. 404 `session_not_found`.
 */
export const deleteContact = async (
  deps: Deps,
  { sessionId: id }: DeleteContactRequest,
  context: CallContext,
): Promise<DeleteContactResponse> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const now = deps.clock();
  const event = contactDeleted(projectId, id, eventHeaders(context));
  await deps.db.transaction(async (tx) => {
    if (!(await hideContact(tx, { projectId, id }, now, event))) throw notFound('session');
    await addJob(tx, purgeJob, { organisationId }, { projectId, key: id, now });
  });
  deps.wakeEvents();
  await deps.jobs.attempted(purgeJob, { projectId, key: id }, patience(context, WAIT_MS));
  return {};
};
