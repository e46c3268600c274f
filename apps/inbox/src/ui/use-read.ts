import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { explain } from '../core';

/** An answer that a component shows. */
export interface Reading<T> {
  data: T | undefined;
  failure: string;
  /** Reads again; the answer of before stays until then. */
  reload: () => Promise<void>;
}

/** Reads an answer that a component shows, and again when a key changes. A late answer to an earlier question is dropped. */
export const useRead = <T>(read: () => Promise<T>, keys: readonly unknown[]): Reading<T> => {
  const [data, setData] = useState<T>();
  const [failure, setFailure] = useState('');
  const asked = useRef(0);
  const reload = useCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    try {
      const answer = await read();
      if (mine !== asked.current) return;
      setData(answer as (() => T) & T);
      setFailure('');
    } catch (error) {
      if (mine === asked.current) setFailure(explain(error));
    }
  }, [...keys]);
  useEffect(() => {
    void reload();
    return () => void (asked.current += 1);
  }, [reload]);
  return { data, failure, reload };
};
