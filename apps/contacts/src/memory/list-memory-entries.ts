import { projectScope } from '@parley/auth';
import {
  type ListMemoryEntriesRequest,
  type ListMemoryEntriesResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import { type CallContext } from '@parley/rpc';
import { contactNotFound } from '../contacts/contact.errors';
import { type Deps } from '../deps';
import { presentSummary } from './memory.present';
import { listEntries, ownerExists } from './memory.store';

/** Every entry of a contact without its content, most recently written first. 404 `session_not_found`. */
export const listMemoryEntries = async (
  { db }: Pick<Deps, 'db'>,
  { sessionId }: ListMemoryEntriesRequest,
  context: CallContext,
): Promise<ListMemoryEntriesResponse> => {
  const { projectId } = projectScope(context.scope);
  const owner = { projectId, contactId: sessionId };
  if (!(await ownerExists(db, owner))) throw contactNotFound();
  return { entries: (await listEntries(db, owner)).map(presentSummary) };
};
