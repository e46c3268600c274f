import type { Sql } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { changeMemory } from './change-memory';
import { type MemoryEntryText, toWriter } from './memory-entry';
import { memoryFull } from './memory.errors';
import { memorySaved } from './memory.events';
import { saveEntry } from './memory.store';

/**
 * Writes an entry, replacing the one of the same name, whether or not the project's contact-memory feature is on. Answers
 * how many there are then; `saved` is called in the transaction. 404 `session_not_found`, 409 `memory_full`.
 */
export const saveMemoryEntry = (
  deps: Pick<Deps, 'db' | 'clock' | 'wakeEvents'>,
  contactId: string,
  text: MemoryEntryText,
  context: CallContext,
  saved: (tx: Sql, entries: number) => Promise<void> = () => Promise.resolve(),
): Promise<number> =>
  changeMemory(deps, contactId, context, async (tx, owner, headers) => {
    const writer = { ...toWriter(context.scope.actor), now: deps.clock() };
    const entries = await saveEntry(tx, owner, text, writer);
    if (entries === undefined) throw memoryFull();
    await saved(tx, entries);
    return { result: entries, event: memorySaved({ ...owner, name: text.name, entries }, headers) };
  });
