/** A value that changes, with its listeners. */
export interface Store<State> {
  get(): State;
  /** Replaces these fields and notifies all listeners. */
  set(change: Partial<State>): void;
  /** Answers what ends the subscription. */
  subscribe(look: () => void): () => void;
}

export const createStore = <State extends object>(first: State): Store<State> => {
  let state = first;
  const lookers = new Set<() => void>();
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      for (const look of lookers) look();
    },
    subscribe: (look) => {
      lookers.add(look);
      return () => void lookers.delete(look);
    },
  };
};
