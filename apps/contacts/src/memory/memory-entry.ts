import type { Actor } from '@parley/auth';

/** Who wrote an entry. */
export const memoryActors = ['bot', 'draft_reply', 'copilot', 'admin', 'consolidation', 'unknown'] as const;
export type MemoryActor = (typeof memoryActors)[number];

/** Something remembered of a contact, as it is stored. */
export interface MemoryEntryRow {
  name: string;
  description: string | null;
  content: string;
  actor: MemoryActor;
  actorUserId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The fields of a write. */
export type MemoryEntryText = Pick<MemoryEntryRow, 'name' | 'description' | 'content'>;

/** The author of a write. */
export type Writer = Pick<MemoryEntryRow, 'actor' | 'actorUserId'>;

export const MAX_NAME = 80;
export const MAX_DESCRIPTION = 240;
export const MAX_CONTENT = 4_000;
/** Most entries of one contact. */
export const MAX_ENTRIES = 200;

/** The first `max` characters of a text; never half of one. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

/** A name as it is stored and looked up. */
export const nameKey = (name: string): string => cut(name.trim(), MAX_NAME).trimEnd();

/** The author of a write by an actor: staff and service accounts are `admin`. */
export const toWriter = (actor: Actor): Writer => {
  switch (actor.type) {
    case 'user':
    case 'service':
      return { actor: 'admin', actorUserId: actor.id };
    case 'system':
      return { actor: memoryActors.find((name) => name === actor.name) ?? 'unknown', actorUserId: null };
    case 'contact':
    case 'anonymous':
      return { actor: 'unknown', actorUserId: null };
  }
};
