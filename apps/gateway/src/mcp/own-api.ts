import { Parley } from '@parley/client';
import { answerCall, type Exchange, type InnerCall, openCall, type PipelineDeps } from '../edge';
import type { BoundOperation, Router } from '../rest';

/** Operations that tools may use: those of the dashboard. */
const isDashboards = ({ options }: BoundOperation): boolean => options.surface === 'dashboard';

/**
 * The platform's own client, which asks within the process: each call goes through the checks, limits and errors of a request by
 * the caller of `exchange`.
 */
export const openOwnApi = (
  deps: PipelineDeps,
  router: Router<BoundOperation>,
  exchange: Exchange,
  project: string,
  idempotencyKey: string | undefined,
): Parley => {
  const { authorization } = exchange.request.headers;
  const ask = async (address: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    const call: InnerCall = {
      method,
      path: address.slice(ROOT.length),
      headers: {
        ...(authorization !== undefined && { authorization }),
        project,
        'content-type': 'application/json',
        // Reading operations by POST need no key, and the client makes one of its own for each.
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: Buffer.from((body as string | undefined) ?? ''),
    };
    const inner = openCall(exchange, call);
    const answer = await answerCall(deps, router, inner, call, isDashboards);
    // The tightest limit of the request is the latest one.
    exchange.standings.splice(0, Infinity, ...inner.standings);
    return new Response(answer.body ?? null, { status: answer.status, headers: { ...answer.headers } });
  };
  return new Parley({ url: BASE, retries: 0, fetch: ask as typeof globalThis.fetch });
};

/** Never asked: the client makes addresses below it. */
const BASE = 'http://parley.invalid';
const ROOT = `${BASE}/v3`;
