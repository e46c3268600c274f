import { projectScope } from '@parley/auth';
import {
  type DeleteContactRequest,
  type DeleteContactResponse,
} from '@parley/proto/generated/parley/contacts/v1/contacts_service';
import { type CallContext, eventHeaders } from '@parley/rpc';
import { type Deps } from '../deps';
import { purgeContact } from '../purge/purge-contact';
import { contactNotFound } from './contact.errors';
import { contactDeleted } from './contact.events';
import { hideContact } from './contact.store';

/** Milliseconds that the caller waits for the tickets to go; a worker does the rest. */
const WAIT_MS = 5_000;
/** Milliseconds after which a worker takes a deletion for cut off. */
const CUT_OFF_MS = 10_000;

/**
 * Deletes a contact: nobody sees it from the first statement on. Then its tickets and everything else of it go; when that
 * fails or takes long, a worker finishes it and the answer is a success all the same. 404 `session_not_found`.
 */
export const deleteContact = async (
  deps: Deps,
  { sessionId: id }: DeleteContactRequest,
  context: CallContext,
): Promise<DeleteContactResponse> => {
  const { projectId, organisationId } = projectScope(context.scope);
  const now = deps.clock();
  const purgeAfter = new Date(now.getTime() + CUT_OFF_MS);
  const event = contactDeleted(projectId, id, eventHeaders(context));
  if (!(await hideContact(deps.db, { projectId, id }, { now, purgeAfter }, event))) throw contactNotFound();
  deps.wakeEvents();

  const patience = Math.min(WAIT_MS, (context.deadline - Date.now()) / 2);
  const own = { ...context, deadline: Date.now() + patience };
  await purgeContact(deps, { projectId, organisationId, id }, own).catch((error: unknown) =>
    deps.log.warn({ err: error, projectId, contactId: id }, 'What is left of a contact is removed later'),
  );
  return {};
};
