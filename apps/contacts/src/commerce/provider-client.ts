import { parseForeignJson } from '@parley/json';
import type { Outbound } from '@parley/outbound';
import type { ProviderAccess } from './provider';

/** Most bytes of one answer. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Deepest JSON that is handed on, as in requests. */
const MAX_DEPTH = 30;

/** The provider answered with an error status. */
export class ProviderStatusError extends Error {
  override readonly name = 'ProviderStatusError';
  constructor(readonly status: number) {
    super(`The provider answered HTTP ${status}`);
  }
}

/** An answer, or undefined when the provider answers one of these statuses. */
export const unless = async (statuses: readonly number[], answer: Promise<unknown>): Promise<unknown> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderStatusError && statuses.includes(error.status)) return undefined;
    throw error;
  }
};

/** Asks a provider. */
export interface ProviderClient {
  /** The JSON answer. Throws without one; then it is unknown whether the customer exists. */
  get(path: string, query: Readonly<Record<string, string>>): Promise<unknown>;
}

// The parser's own message quotes the answer, which may hold anything.
const parse = (body: Buffer): unknown => {
  try {
    return parseForeignJson(body, MAX_DEPTH);
  } catch (error) {
    throw new Error(
      error instanceof RangeError
        ? 'The provider answered too much at once'
        : 'The provider answered something else than JSON',
    );
  }
};

export const createProviderClient = (
  outbound: Outbound,
  { baseUrl, headers }: ProviderAccess,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): ProviderClient => ({
  get: async (path, query) => {
    const { status, body } = await outbound.request({
      url: `${baseUrl}${path}?${new URLSearchParams(query).toString()}`,
      headers: { accept: 'application/json', ...headers },
      timeoutMs,
      maxBytes: MAX_BYTES,
      signal,
    });
    if (status !== 200) throw new ProviderStatusError(status);
    return parse(body);
  },
});
