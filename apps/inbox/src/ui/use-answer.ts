import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { explain } from '../core';

/** An answer of the platform as it is known to a component. */
export interface Answer<T> {
  value: T | undefined;
  /** Why there is none. */
  failure: string | undefined;
  /** Asks again; the former answer shows until the next one. */
  again: () => void;
  /** Shows another value, until the next answer. */
  set: (value: T) => void;
}

/** Asks the platform once the component shows, and again for another key. Late answers to a former question are dropped. */
export const useAnswer = <T>(ask: () => Promise<T>, key: string): Answer<T> => {
  const [state, setState] = useState<{ key: string; value?: T; failure?: string }>({ key });
  const asked = useRef(0);
  const latest = useRef(ask);
  latest.current = ask;
  const again = useCallback((): void => {
    asked.current += 1;
    const mine = asked.current;
    latest.current().then(
      (value) => mine === asked.current && setState({ key, value }),
      (error: unknown) => mine === asked.current && setState({ key, failure: explain(error) }),
    );
  }, [key]);
  useEffect(() => {
    again();
    return () => void (asked.current += 1);
  }, [again]);
  const isMine = state.key === key;
  return {
    value: isMine ? state.value : undefined,
    failure: isMine ? state.failure : undefined,
    again,
    set: (value) => {
      // An answer on its way is older than this value.
      asked.current += 1;
      setState({ key, value });
    },
  };
};
