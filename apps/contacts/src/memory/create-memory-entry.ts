import type { OnceContext } from '@parley/effects';
import type {
  CreateMemoryEntryRequest,
  CreateMemoryEntryResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import type { Deps } from '../deps';
import { readMemoryInput } from './memory.input';
import { saveMemoryEntry } from './save-memory-entry';

/** Creates an entry or replaces the one of the same name. */
export const createMemoryEntry = async (
  deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { sessionId, ...input }: CreateMemoryEntryRequest,
  context: OnceContext<CreateMemoryEntryResponse>,
): Promise<CreateMemoryEntryResponse> => {
  const text = readMemoryInput(input, 'name');
  const entries = await saveMemoryEntry(deps, sessionId, text, context, (tx, count) =>
    context.record(tx, { ok: true, entries: count }),
  );
  return { ok: true, entries };
};
