import { projectScope } from '@parley/auth';
import type {
  GetMemoryEntryRequest,
  GetMemoryEntryResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import type { CallContext } from '@parley/rpc';
import { contactNotFound } from '../contacts';
import type { Deps } from '../deps';
import { nameKey } from './memory-entry';
import { memoryEntryNotFound } from './memory.errors';
import { presentEntry } from './memory.present';
import { findEntry, ownerExists } from './memory.store';

/** Answers an entry with its content. 404 `session_not_found`, `memory_entry_not_found`. */
export const getMemoryEntry = async (
  { db }: Pick<Deps, 'db'>,
  { sessionId, entryName }: GetMemoryEntryRequest,
  context: CallContext,
): Promise<GetMemoryEntryResponse> => {
  const { projectId } = projectScope(context.scope);
  const owner = { projectId, contactId: sessionId };
  if (!(await ownerExists(db, owner))) throw contactNotFound();
  const row = await findEntry(db, owner, nameKey(entryName));
  if (!row) throw memoryEntryNotFound();
  return { entry: presentEntry(row) };
};
