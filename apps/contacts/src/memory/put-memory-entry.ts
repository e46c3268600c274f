import type {
  PutMemoryEntryRequest,
  PutMemoryEntryResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { readMemoryInput } from './memory.input';
import { saveMemoryEntry } from './save-memory-entry';

/** Replaces an entry whole, or creates it: an omitted description is cleared. */
export const putMemoryEntry = async (
  deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { sessionId, entryName: name, content, description }: PutMemoryEntryRequest,
  context: CallContext,
): Promise<PutMemoryEntryResponse> => {
  const text = readMemoryInput({ name, content, description }, 'entryName');
  return { ok: true, entries: await saveMemoryEntry(deps, sessionId, text, context) };
};
