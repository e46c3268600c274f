import { signal } from '@preact/signals';

/** A menu of the open ticket. */
export type ActionMenu = 'assign' | 'snooze' | 'tags' | 'priority' | 'more';

/** The menu that is open; keys and commands open it too. */
export const openMenu = signal<ActionMenu | undefined>(undefined);
