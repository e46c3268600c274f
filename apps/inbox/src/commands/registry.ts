import { signal } from '@preact/signals';

/** Something that the dialog `Commands` can do. */
export interface Command {
  id: string;
  label: string;
  /** Further words that find it. */
  hint?: string;
  /** The key that does the same. */
  keys?: string;
  run: () => unknown;
}

type Provider = () => readonly Command[];
const providers = new Set<Provider>();

/** Adds commands: the function is asked whenever the dialog opens. @returns Removes them. */
export const registerCommands = (provider: Provider): (() => void) => {
  providers.add(provider);
  return () => void providers.delete(provider);
};

/** The commands of all parts. */
export const listRegistered = (): Command[] => [...providers].flatMap((provider) => provider());

/** The dialog over the page. */
export type Overlay = 'commands' | 'keys' | 'compose';
export const overlay = signal<Overlay | undefined>(undefined);

/** Opens one of the dialogs. */
export const showOverlay = (name: Overlay): void => void (overlay.value = name);
