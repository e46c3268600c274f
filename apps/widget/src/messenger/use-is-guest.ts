import { useEffect, useState } from 'preact/hooks';
import type { App } from '../core';

/** Whether the visitor is a guest; false until that is known. */
export const useIsGuest = ({ session }: Pick<App, 'session'>): boolean => {
  const [isGuest, setGuest] = useState(false);
  useEffect(() => {
    session.keys().then(
      ({ userId }) => setGuest(userId === undefined),
      () => undefined,
    );
  }, []);
  return isGuest;
};
