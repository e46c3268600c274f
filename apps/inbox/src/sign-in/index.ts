import { lazy } from 'preact-iso';

export { hasResetLink } from './reset-link';

/** A person who is signed in does not load it. */
export const SignIn = lazy(() => import('./sign-in').then((part) => part.SignIn));
