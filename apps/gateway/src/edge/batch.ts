import { invalid } from '@parley/errors';
import { isObject } from '@parley/json';
import {
  type Answer,
  BATCH_BYTES,
  BATCH_CALLS,
  type BoundOperation,
  jsonAnswer,
  parseBody,
  readBody,
  type Router,
} from '../rest';
import type { Exchange } from './exchange';
import type { PipelineDeps } from './pipeline';
import { answerCall, type InnerCall, openCall } from './within';

/** A request in a batch. */
interface Call {
  method: string;
  /** Below the version prefix, with its query. */
  path: string;
  body: object | undefined;
  idempotencyKey: string | undefined;
  /** Whether it is made by the project's key alone, although the batch has a contact. */
  byKey: boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const readCall = (given: unknown, field: string): Call => {
  const { method, path, body, idempotencyKey, byKey = false } = isObject(given) ? given : {};
  const isGood =
    isText(method) &&
    isText(path) &&
    path.startsWith('/') &&
    (body === undefined || isObject(body)) &&
    (idempotencyKey === undefined || isText(idempotencyKey)) &&
    typeof byKey === 'boolean';
  if (!isGood) throw invalid({ field, message: 'must be { method, path, body, idempotencyKey, byKey }' });
  return { method, path, body: body as object | undefined, idempotencyKey, byKey };
};

/** The calls of a batch, and the headers by which its widget signs in. 400 naming a faulty field. */
const readBatch = (sent: Record<string, unknown>): { calls: Call[]; identity: Record<string, string> } => {
  const { calls } = sent;
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > BATCH_CALLS)
    throw invalid({ field: 'calls', message: `must be a list of 1 to ${BATCH_CALLS} calls` });
  const names = ['api-token', 'svc-id', 'svc-hash'];
  const identity = names.flatMap((name) => {
    const value = sent[name];
    if (value !== undefined && !isText(value)) throw invalid({ field: name, message: 'must be a text' });
    return value === undefined ? [] : [[name, value]];
  });
  return {
    calls: calls.map((call: unknown, index) => readCall(call, `calls.${index}`)),
    identity: Object.fromEntries(identity) as Record<string, string>,
  };
};

/** A call as it is made within the batch. */
const toInner = (call: Call, identity: Record<string, string>): InnerCall => ({
  method: call.method,
  path: call.path,
  headers: {
    ...(call.byKey ? { 'api-token': identity['api-token'] } : identity),
    ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
    'content-type': 'application/json',
  },
  body: Buffer.from(call.body === undefined ? '' : JSON.stringify(call.body)),
});

const isForWidgets = ({ options, stream }: BoundOperation): boolean =>
  options.surface === 'widget' && !stream;

/**
 * Answers several requests of a widget in one. Identity and calls are in the body, which may be `text/plain`: a browser asks no
 * permission before it sends that. The calls run in order, each with its own checks, limits and answer.
 */
export const serveBatch = async (
  deps: PipelineDeps,
  router: Router<BoundOperation>,
  exchange: Exchange,
): Promise<Answer> => {
  const share = deps.bodyRoom.open();
  // Each call hears if the client goes.
  const { response } = exchange;
  response.setMaxListeners(response.getMaxListeners() + BATCH_CALLS);
  try {
    const intake = { limit: BATCH_BYTES, check: () => undefined, share, refused: deps.bodyRoom.refused };
    const { calls, identity } = readBatch(await parseBody(await readBody(exchange.request, intake)));
    const answers: string[] = [];
    for (const call of calls) {
      const made = toInner(call, identity);
      const inner = openCall(exchange, made);
      const { status, body, headers } = await answerCall(deps, router, inner, made, isForWidgets);
      // Pages that may not read one of the answers may not read the batch.
      for (const name of ['Vary', 'Access-Control-Allow-Origin']) {
        if (inner.headers[name] === undefined) delete exchange.headers[name];
        else exchange.headers[name] = inner.headers[name];
      }
      exchange.standings.splice(0, Infinity, ...inner.standings);
      const retryAfter = headers?.['Retry-After'];
      answers.push(
        `{"status":${status}${retryAfter === undefined ? '' : `,"retryAfter":${Number(retryAfter)}`},"body":${body ?? 'null'}}`,
      );
    }
    return { ...jsonAnswer([]), body: `[${answers.join(',')}]` };
  } finally {
    share.release();
  }
};
