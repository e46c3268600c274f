import { type CallContext, type Caller, type MethodDefinition, methodPath } from '@parley/rpc';
import { type Assembler, createAssembler } from './assemble';
import { chooseMaxBodyBytes } from './body';
import { findExistenceCheck } from './existence';
import { type JsonLimits, scaleJsonLimits } from './json';
import type { Operation } from './operation';
import { createRenderer, createStreamRenderer, type Renderer, type StreamedAnswer } from './render';

/** Time an operation has unless its row says otherwise, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_STREAM_TIMEOUT_MS = 600_000;

/** One way to reach each service, by the second part of its package: `tickets` of `parley.tickets.v1`. */
export type ServiceCallers = Readonly<Record<string, Caller>>;

type Call = (request: unknown, context: CallContext) => Promise<unknown>;
type StreamCall = (request: unknown, context: CallContext) => StreamedAnswer;

/** A row with everything prepared that is the same for every request. */
export interface BoundOperation {
  id: string;
  method: string;
  path: string;
  options: Operation['options'];
  assembler: Assembler;
  render: Renderer;
  call: Call;
  /** Instead of `call` and `render` for an answer that is sent while it is made. */
  stream: StreamCall | undefined;
  /** Answers 404 when a thing in the path is unknown. */
  probe: Call | undefined;
  timeoutMs: number;
  maxBodyBytes: number;
  jsonLimits: JsonLimits;
}

const locate = (
  { id, definition }: Operation,
  rpc: string,
  callers: ServiceCallers,
): { path: string; method: MethodDefinition; caller: Caller } => {
  const method = definition.methods[rpc];
  const service = definition.fullName.split('.')[1] ?? '';
  const caller = callers[service];
  if (!method || !caller) throw new Error(`${id}: nothing serves ${definition.fullName}.${rpc}`);
  return { path: methodPath(definition, method), method, caller };
};

const bindCall = (operation: Operation, rpc: string, callers: ServiceCallers): Call => {
  const { path, method, caller } = locate(operation, rpc, callers);
  return (request, context) => caller.unary(path, method, request, context);
};

/** Asks for a text where the row wants one. */
const askedFor = ({ options: { out } }: Operation, call: Call): Call => {
  if (typeof out !== 'object' || !('text' in out)) return call;
  return (request, context) => call({ ...(request as object), [out.ask]: true }, context);
};

const bindStream = (operation: Operation, callers: ServiceCallers): StreamCall | undefined => {
  const render = createStreamRenderer(operation);
  const { path, method, caller } = locate(operation, operation.rpc, callers);
  if (method.responseStream !== (render !== undefined))
    throw new Error(`${operation.id}: the RPC and \`out\` must both be streams or neither`);
  return render && ((request, context) => render(caller.stream(path, method, request, context), request));
};

const chooseLimits = (operation: Operation): JsonLimits => {
  const { maxJsonValues: most } = operation.options;
  return most === undefined
    ? scaleJsonLimits(chooseMaxBodyBytes(operation))
    : { values: most, namedValues: most };
};

/** Binds a row, one of `rows`, to the service that serves it. */
export const bind = (
  operation: Operation,
  rows: readonly Operation[],
  callers: ServiceCallers,
): BoundOperation => {
  const { id, method, path, options, rpc } = operation;
  const stream = bindStream(operation, callers);
  const check = findExistenceCheck(operation, rows);
  return {
    id,
    method,
    path,
    options,
    assembler: createAssembler(operation),
    render: createRenderer(operation),
    call: askedFor(operation, bindCall(operation, rpc, callers)),
    stream,
    probe: check && bindCall(check.row, check.rpc, callers),
    timeoutMs: options.timeoutMs ?? (stream ? DEFAULT_STREAM_TIMEOUT_MS : DEFAULT_TIMEOUT_MS),
    maxBodyBytes: chooseMaxBodyBytes(operation),
    jsonLimits: chooseLimits(operation),
  };
};
