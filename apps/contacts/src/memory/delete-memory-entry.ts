import type {
  DeleteMemoryEntryRequest,
  DeleteMemoryEntryResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { changeMemory } from './change-memory';
import { nameKey } from './memory-entry';
import { memoryDeleted } from './memory.events';
import { deleteEntry } from './memory.store';

/** Deletes an entry by its name; for an unknown name `reason` says so (docs/rules/contacts.md). 404 `session_not_found`. */
export const deleteMemoryEntry = (
  deps: Pick<Deps, 'db' | 'wakeEvents'>,
  { sessionId, entryName }: DeleteMemoryEntryRequest,
  context: CallContext,
): Promise<DeleteMemoryEntryResponse> =>
  changeMemory(deps, sessionId, context, async (tx, owner, headers) => {
    const name = nameKey(entryName);
    const { deleted, entries } = await deleteEntry(tx, owner, name);
    return {
      result: {
        ok: deleted,
        reason: deleted ? 'deleted' : 'not_found',
        consolidationEnqueued: false,
        entries,
      },
      event: deleted ? memoryDeleted({ ...owner, name, entries }, headers) : undefined,
    };
  });
