/** Takes the text of a message; the subject is the one that it was published to. */
export type Hear = (subject: string, text: string) => void;

/** Who listens to what in this process. */
export interface Hub {
  /** Listens to a subject, in which `*` is one token and `>` the rest; the answered function ends it. */
  add(pattern: string, hear: Hear): () => void;
  /** Hands a message to all who listen to its subject. */
  tell(subject: string, text: string): void;
}

const isPattern = (subject: string): boolean =>
  subject.split('.').some((token) => token === '*' || token === '>');

const matches = (wanted: readonly string[], subject: string): boolean => {
  const tokens = subject.split('.');
  const rest = wanted.indexOf('>');
  if (rest === -1 ? wanted.length !== tokens.length : tokens.length <= rest) return false;
  return wanted.every((token, at) => token === '>' || token === '*' || token === tokens[at]);
};

/** Finds those who listen to one subject by its name, so that thousands of them cost a message nothing. */
export const createHub = (): Hub => {
  const exact = new Map<string, Set<Hear>>();
  const patterns = new Map<Hear, readonly string[]>();
  const addExact = (subject: string, hear: Hear): (() => void) => {
    const listeners = exact.get(subject) ?? new Set();
    exact.set(subject, listeners.add(hear));
    return () => {
      listeners.delete(hear);
      if (listeners.size === 0 && exact.get(subject) === listeners) exact.delete(subject);
    };
  };
  return {
    add: (pattern, listener) => {
      // A listener that is added twice hears twice.
      const hear: Hear = (subject, text) => listener(subject, text);
      if (!isPattern(pattern)) return addExact(pattern, hear);
      patterns.set(hear, pattern.split('.'));
      return () => void patterns.delete(hear);
    },
    tell: (subject, text) => {
      for (const hear of exact.get(subject) ?? []) hear(subject, text);
      for (const [hear, wanted] of patterns) if (matches(wanted, subject)) hear(subject, text);
    },
  };
};
