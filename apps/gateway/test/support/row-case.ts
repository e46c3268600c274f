import type { ApiRequest } from './gateway';

/** One request per row: what the RPC must get of it, what the stub answers, and the document that must come back. */
export interface RowCase {
  row: string;
  method: string;
  path: string;
  request?: ApiRequest;
  rpc: string;
  received: Record<string, unknown>;
  response: Record<string, unknown>;
  status?: number;
  /** The whole answer when it is no JSON. */
  text?: string;
  document: unknown;
}
