import type { VNode } from 'preact';
import { ErrorBoundary, LocationProvider } from 'preact-iso';
import { session } from './core';
import { Shell } from './shell';
import { hasResetLink, SignIn } from './sign-in';
import { Toasts } from './ui';

/** The whole page. */
export const App = (): VNode => (
  <>
    {typeof session.value !== 'object' || hasResetLink() ? (
      <ErrorBoundary>
        <SignIn />
      </ErrorBoundary>
    ) : (
      <LocationProvider scope="/inbox">
        <Shell />
      </LocationProvider>
    )}
    <Toasts />
  </>
);
