import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary, lazy } from 'preact-iso';
import type { Place } from '../core';
import { overlay } from './registry';

const CommandMenu = lazy(() => import('./command-menu').then((part) => part.CommandMenu));
const Keys = lazy(() => import('./keys').then((part) => part.Keys));
const Compose = lazy(() => import('./compose').then((part) => part.Compose));

/** The dialogs that keys and commands open. Each is loaded apart; the commands at the start, as their words are typed at once. */
export const Commands = ({ place }: { place: Place }): VNode => {
  const close = (): void => void (overlay.value = undefined);
  useEffect(() => {
    // It is asked for again when it is opened.
    CommandMenu.preload().catch(() => undefined);
  }, []);
  return (
    <ErrorBoundary>
      {overlay.value === 'commands' && <CommandMenu place={place} close={close} />}
      {overlay.value === 'keys' && <Keys close={close} />}
      {overlay.value === 'compose' && <Compose close={close} />}
    </ErrorBoundary>
  );
};
