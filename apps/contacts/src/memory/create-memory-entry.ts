import {
  type CreateMemoryEntryRequest,
  type CreateMemoryEntryResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import { type CallContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { readMemoryInput } from './memory.input';
import { saveMemoryEntry } from './save-memory-entry';

/** Creates an entry or replaces the one of the same name. */
export const createMemoryEntry = async (
  deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  { sessionId, ...input }: CreateMemoryEntryRequest,
  context: CallContext,
): Promise<CreateMemoryEntryResponse> => ({
  ok: true,
  entries: await saveMemoryEntry(deps, sessionId, readMemoryInput(input, 'name'), context),
});
