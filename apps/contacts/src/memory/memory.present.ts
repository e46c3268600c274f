import type {
  MemoryEntry,
  MemoryEntrySummary,
} from '@parley/proto/generated/parley/contacts/v1/contact_memory_service';
import type { MemoryEntryRow } from './memory-entry';
import type { SummaryRow } from './memory.store';

/** An entry as a list shows it. */
export const presentSummary = (row: SummaryRow): MemoryEntrySummary => ({
  name: row.name,
  description: row.description ?? undefined,
  actor: row.actor,
  actorUserId: row.actorUserId ?? undefined,
  updatedAt: row.updatedAt.toISOString(),
});

/** An entry with its content. */
export const presentEntry = (row: MemoryEntryRow): MemoryEntry => ({
  name: row.name,
  description: row.description ?? undefined,
  content: row.content,
  actor: row.actor,
  actorUserId: row.actorUserId ?? undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
