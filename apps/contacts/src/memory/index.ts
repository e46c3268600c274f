export { clearMemory } from './clear-memory';
export { createMemoryEntry } from './create-memory-entry';
export { deleteMemoryEntry } from './delete-memory-entry';
export { getMemoryEntry } from './get-memory-entry';
export { listMemoryEntries } from './list-memory-entries';
export { MAX_ENTRIES } from './memory-entry';
export { putMemoryEntry } from './put-memory-entry';
