import { projectScope } from '@parley/auth';
import { notFound } from '@parley/errors';
import type {
  GetMemoryEntryRequest,
  GetMemoryEntryResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { nameKey } from './memory-entry';
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
  if (!(await ownerExists(db, owner))) throw notFound('session');
  const row = await findEntry(db, owner, nameKey(entryName));
  if (!row) throw notFound('memory_entry');
  return { entry: presentEntry(row) };
};
