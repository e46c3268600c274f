import type * as sdk from '@modelcontextprotocol/server';

/** The official SDK. */
export type Sdk = typeof sdk;

let loaded: Promise<Sdk> | undefined;

/** Loads the SDK with the first request: it takes 70 ms and 35 MB, which an installation without such clients never pays. */
export const loadSdk = (): Promise<Sdk> => (loaded ??= import('@modelcontextprotocol/server'));
