import type { Environment } from './config';

/** The process environment as it is now. The only reader of it besides tests; an app's config.ts calls it once. */
export const readEnvironment = (): Environment => ({ ...process.env });
