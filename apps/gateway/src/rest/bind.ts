import { type CallContext, type Caller, methodPath } from '@parley/rpc';
import { type Assembler, createAssembler } from './assemble';
import { DEFAULT_BODY_BYTES } from './body';
import { type Operation } from './operation';
import { createRenderer, type Renderer } from './render';

/** Time an operation has unless its row says otherwise, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 15_000;

/** One way to reach each service, by the second part of its package: `tickets` of `parley.tickets.v1`. */
export type ServiceCallers = Readonly<Record<string, Caller>>;

type Call = (request: unknown, context: CallContext) => Promise<unknown>;

/** A row with everything prepared that is the same for every request. */
export interface BoundOperation {
  id: string;
  method: string;
  path: string;
  options: Operation['options'];
  assembler: Assembler;
  render: Renderer;
  call: Call;
  /** Answers 404 when what the path names is unknown. */
  probe: Call | undefined;
  timeoutMs: number;
  maxBodyBytes: number;
}

const callOf = ({ id, definition }: Operation, rpc: string, callers: ServiceCallers): Call => {
  const method = definition.methods[rpc];
  const service = definition.fullName.split('.')[1] ?? '';
  const caller = callers[service];
  if (!method || !caller) throw new Error(`${id}: nothing serves ${definition.fullName}.${rpc}`);
  const path = methodPath(definition, method);
  return (request, context) => caller.unary(path, method, request, context);
};

/** Binds a row to the service that serves it. */
export const bind = (operation: Operation, callers: ServiceCallers): BoundOperation => {
  const { id, method, path, options, rpc } = operation;
  return {
    id,
    method,
    path,
    options,
    assembler: createAssembler(operation),
    render: createRenderer(operation),
    call: callOf(operation, rpc, callers),
    probe: options.exists === undefined ? undefined : callOf(operation, options.exists, callers),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxBodyBytes: options.maxBodyBytes ?? DEFAULT_BODY_BYTES,
  };
};
