import { useEffect, useState } from 'preact/hooks';

/** The data that a page reads when it opens. */
export interface Loaded<Value> {
  value?: Value;
  hasFailed?: boolean;
}

/** Reads once; a page that shows something else has a key of its own. */
export const useLoaded = <Value>(load: () => Promise<Value>): Loaded<Value> => {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    let isShown = true;
    load().then(
      (value) => isShown && setLoaded({ value }),
      () => isShown && setLoaded({ hasFailed: true }),
    );
    return () => {
      isShown = false;
    };
  }, []);
  return loaded;
};
