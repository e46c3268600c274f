import type { Permission } from '@parley/auth';
import type { Noun } from '@parley/errors';
import type { JsonSchema } from '@parley/proto';
import type { MethodDefinition, RequestOf, ResponseOf, ServiceDefinition } from '@parley/rpc';
import type { BudgetName } from '../limits';
import type { ErrorReason } from './catalogue';

/** Methods an operation may have. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: see the security schemes of the OpenAPI document. Operations of `server` are at the root of the host, and below the
 * version prefix as well.
 */
export type Surface = 'dashboard' | 'account' | 'public' | 'widget' | 's2s' | 'server';

/** Names of the parameters in a path: `'ticketId'` of `/tickets/{ticketId}`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** A method and path with parameters that are all fields of the request; anything else does not compile. */
type Bound<Binding extends string, Request> =
  Exclude<PathParameter<Binding>, keyof Request> extends never
    ? Binding
    : `{${Exclude<PathParameter<Binding>, keyof Request> & string}} is not a field of the request`;

/** An answer that is no single field. The schema is the one in the OpenAPI document. */
export interface Shape<Request, Response> {
  render(response: Response, request: Request): unknown;
  schema: JsonSchema;
}

/**
 * An answer sent while the service makes it, from an RPC that streams: a CSV file of the bytes in each message's `chunk`, with a
 * name that may depend on the request, or one JSON array of the elements of a list field, alone or as the member `within` of an
 * object.
 */
export type Streamed<Response, Request = never> =
  | ('chunk' extends keyof Response
      ? { stream: 'csv'; filename: string | ((request: Request) => string) }
      : never)
  | { stream: 'json'; field: keyof Response & string; within?: string };

/**
 * An answer that the service passes as JSON text in the field `text`, when the field `ask` of the request asks for it. A service
 * that does not know `ask` answers as `of` says: a field, a shape, or without it the whole response. The OpenAPI document shows
 * that too.
 */
export interface Texted<Request, Response> {
  text: keyof Response & string;
  of?: (keyof Response & string) | Shape<Request, Response>;
  ask: keyof Request & string;
}

/** A list alone or, when the field `wholeIf` of the request is true, the whole response with it. */
export interface Listed<Request, Response> {
  list: keyof Response & string;
  wholeIf: keyof Request & string;
}

/** A body that is no JSON: its media types, and the `bytes` field it goes to. */
export interface RawBody<Request> {
  types: readonly string[];
  into: keyof Request & string;
}

/** Default and greatest `limit` of a list; a greater one is clamped. */
export interface Page {
  default: number;
  max: number;
}

/** A list that is answered whole unless a part of it is asked for. */
export const WHOLE: Page = { default: 2 ** 31 - 1, max: 2 ** 31 - 1 };

/** The options of a row beside its binding. */
export interface OperationOptions<Methods, Request, Response> {
  /** Without one it is the dashboard's: a token, and a project that the caller belongs to. */
  surface?: Surface;
  /**
   * Where an `account` operation finds a project: `path` = its `projectId`, of which the caller must be a member;
   * `optional` = the header, handed on unchecked. Dashboard operations always take the header.
   */
  project?: 'path' | 'optional';
  /** An `account` operation that a service account calls too, for itself; its own project is meant. */
  programsToo?: true;
  /** Begins or ends the session of the inbox: its answer sets the cookie, to the `token` of the response, or clears it. */
  session?: 'begins' | 'ends';
  /** Permission the caller's role must hold in the project. */
  permission?: Permission;
  /** `key`: the project's public key is enough; a session that is sent along must be signed nevertheless. */
  widget?: 'key';
  /** The answer: a field of the response, `empty` for 204, a shape, a list, a text, or a stream. Without it the whole response. */
  out?:
    | (keyof Response & string)
    | 'empty'
    | Shape<Request, Response>
    | Listed<Request, Response>
    | Texted<Request, Response>
    | Streamed<Response, Request>;
  /** Takes a body of other media types instead of JSON. */
  raw?: RawBody<Request>;
  /**
   * Takes a form (`multipart/form-data`) instead of JSON: its one file, in a field of this name, is stored while it
   * arrives, and the RPC gets its key. `maxBodyBytes` is the most bytes of the file.
   */
  form?: keyof Request & string;
  /** Takes a form (`application/x-www-form-urlencoded`) as well as JSON, as libraries of browsers send it. */
  formToo?: true;
  /** Field with a message that takes the keys of the body that are no fields of the request itself. */
  into?: keyof Request & string;
  /** Field with an object that takes the keys of the body that are no fields. Null is one of their values. */
  rest?: keyof Request & string;
  /** Fields of the body that are ignored when sent, whatever they hold. */
  ignores?: readonly string[];
  /** Takes a body although its method has none by habit: of a `DELETE` that says what to delete. */
  bodyToo?: true;
  /** Fields of the body that the query may set instead; where both do, the body counts. */
  queryToo?: readonly (keyof Request & string)[];
  /** Fields that an operation with a body takes in the query alone. */
  queryOnly?: readonly (keyof Request & string)[];
  /** Path parameter that may name something new: one that cannot be is 400 and not 404. */
  creates?: keyof Request & string;
  /** Unknown query keys are passed over, as they are by operations that read no query. */
  passesUnknownQuery?: true;
  /** Bounds of the query parameter `limit`. */
  page?: 'limit' extends keyof Request ? Page : never;
  /**
   * RPC without effects that takes the path parameters and answers 404 for an unknown id; it is asked before a faulty request
   * is reported. Only where the `GET` of the thing in the path is not the right one (see `existence.ts`).
   */
  exists?: keyof Methods & string;
  /** Path parameters that are ids only here, with what they name: `{ userId: 'member' }`. `nouns.ts` has those of the others. */
  ids?: Readonly<Record<string, Noun>>;
  /** Errors of its own; those that follow from the path and the other settings are added. */
  errors?: readonly ErrorReason[];
  /** Budgets it shares with other operations, beside the caller's own. */
  budgets?: readonly BudgetName[];
  /** Longest the operation may take, in milliseconds; 15,000 by default, 600,000 for a stream. */
  timeoutMs?: number;
  /** Largest body in bytes; 5 MB by default, 64 KB where no token is needed (`public` and `widget`). */
  maxBodyBytes?: number;
  /** Most members and elements of a JSON body; by default one for 10 bytes of the largest body, 50,000 at least, and 50,000 with many names. */
  maxJsonValues?: number;
}

type Loose = OperationOptions<Record<string, MethodDefinition>, unknown, unknown>;

/** The options once their names were checked. */
interface LooseOptions extends Omit<
  Loose,
  | 'surface'
  | 'out'
  | 'raw'
  | 'form'
  | 'into'
  | 'rest'
  | 'queryToo'
  | 'queryOnly'
  | 'creates'
  | 'page'
  | 'exists'
> {
  surface: Surface;
  out?:
    | string
    | Shape<unknown, unknown>
    | Listed<Record<string, unknown>, Record<string, unknown>>
    | Texted<Record<string, unknown>, Record<string, unknown>>
    | Streamed<Record<string, unknown> & { chunk: unknown }>;
  raw?: RawBody<Record<string, unknown>>;
  form?: string;
  into?: string;
  rest?: string;
  queryToo?: readonly string[];
  queryOnly?: readonly string[];
  creates?: string;
  page?: Page;
  exists?: string;
}

/** One public operation: the only place that binds a method and path to an RPC. */
export interface Operation {
  /** `<group>.<operation>`, unique; the `operationId`. */
  id: string;
  method: HttpMethod;
  /** Below the version prefix: `/tickets/{ticketId}`. */
  path: string;
  definition: ServiceDefinition;
  /** Key of the method in the definition. */
  rpc: string;
  options: LooseOptions;
}

/** A row of the dashboard demands a permission. */
type Demanding = { surface: Exclude<Surface, 'dashboard'> } | { permission: Permission };

/**
 * Declares a row: `operation('tickets.get', 'GET /tickets/{ticketId}', TicketsServiceDefinition, 'getTicket', {...})`.
 * A path parameter that the request lacks, or an `out` that the response lacks, does not compile.
 */
export const operation = <
  const Binding extends `${HttpMethod} /${string}`,
  Definition extends ServiceDefinition,
  Rpc extends keyof Definition['methods'] & string,
>(
  id: `${string}.${string}`,
  binding: Binding & Bound<Binding, RequestOf<Definition['methods'][Rpc]>>,
  definition: Definition,
  rpc: Rpc,
  options: OperationOptions<
    Definition['methods'],
    RequestOf<Definition['methods'][Rpc]>,
    ResponseOf<Definition['methods'][Rpc]>
  > &
    Demanding,
): Operation => {
  const [method, path] = binding.split(' ') as [HttpMethod, string];
  return {
    id,
    method,
    path,
    definition,
    rpc,
    options: { surface: 'dashboard', ...options } as Operation['options'],
  };
};
