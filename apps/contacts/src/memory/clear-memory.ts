import type {
  ClearMemoryRequest,
  ClearMemoryResponse,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { changeMemory } from './change-memory';
import { memoryCleared } from './memory.events';
import { clearEntries } from './memory.store';

/** Deletes every entry of a contact. 404 `session_not_found`. */
export const clearMemory = (
  deps: Pick<Deps, 'db' | 'wakeEvents'>,
  { sessionId }: ClearMemoryRequest,
  context: CallContext,
): Promise<ClearMemoryResponse> =>
  changeMemory(deps, sessionId, context, async (tx, owner, headers) => {
    const hadAny = await clearEntries(tx, owner);
    return {
      result: { ok: true, entries: 0 },
      event: hadAny ? memoryCleared({ ...owner, entries: 0 }, headers) : undefined,
    };
  });
