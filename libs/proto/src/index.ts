import schemas from './generated/schemas.json';

/** A JSON Schema as the generator writes it. */
export type JsonSchema = { [keyword: string]: unknown };

/** Kind of the values of a field that lists are filtered by. */
export type FilterKind = 'text' | 'id' | 'integer' | 'number' | 'boolean' | 'date' | 'list' | 'free';

/** The filters and sort keys of a list, by their public names. */
export interface Listing {
  /** Full name of the request that says it; others may say the same as that one. */
  name: string;
  sort: string[];
  filter: Record<string, FilterKind>;
  /** All values of the fields that have a few only. */
  closed: Record<string, string[]>;
}

/** A message's schema: always an object with named properties. */
export interface MessageSchema extends JsonSchema {
  type: string;
  description: string;
  properties: Record<string, JsonSchema>;
  required: string[];
  /** Fields a response always carries. */
  'x-present': string[];
  /** Only of a list's request. */
  'x-listing'?: Listing;
}

/** The metadata of an RPC besides its types. */
export interface RpcDescription {
  summary: string;
  description: string;
  /** Full names of the messages, keys of `messageSchemas`. */
  request: string;
  response: string;
  stream: boolean;
  /** Called by other services only. */
  internal: boolean;
}

/** JSON Schema of every message, by full name. References point to `#/components/schemas/<full name>`. */
export const messageSchemas = schemas.messages as unknown as Record<string, MessageSchema>;

/** Every RPC by its path, `/parley.tickets.v1.TicketsService/GetTicket`. */
export const rpcDescriptions: Record<string, RpcDescription> = schemas.rpcs;
