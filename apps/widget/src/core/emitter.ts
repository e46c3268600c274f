import type { Events, Listener } from '../../index';

/** Emits events to the page. */
export interface Emitter {
  /** @param ended Ends the listening. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Name>, ended?: AbortSignal): void;
  off<Name extends keyof Events>(name: Name, listener: Listener<Name>): void;
  emit<Name extends keyof Events>(name: Name, data: Events[Name]): void;
}

export const createEmitter = (): Emitter => {
  const listeners = new Map<string, Set<Listener<never>>>();
  const of = (name: string): Set<Listener<never>> => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    return known;
  };
  return {
    on: (name, listener, ended) => {
      of(name).add(listener as Listener<never>);
      ended?.addEventListener('abort', () => of(name).delete(listener as Listener<never>));
    },
    off: (name, listener) => void of(name).delete(listener as Listener<never>),
    emit: (name, data) => {
      for (const listener of of(name)) {
        try {
          (listener as (data: unknown) => void)(data);
        } catch (error) {
          // Errors in the page's listeners must not break the widget.
          console.error('parley:', error);
        }
      }
    },
  };
};
