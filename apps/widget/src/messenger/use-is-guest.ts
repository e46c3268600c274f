import { useEffect, useState } from 'preact/hooks';
import type { App } from '../core';

/** Whether the visitor is a guest; undefined until that is known. */
export const useIsGuest = ({ session }: Pick<App, 'session'>): boolean | undefined => {
  const [isGuest, setGuest] = useState<boolean>();
  useEffect(() => {
    session.keys().then(
      ({ userId }) => setGuest(userId === undefined),
      () => undefined,
    );
  }, []);
  return isGuest;
};
