import type { Request, RequestHandler, Response } from 'express';
import type { Admission } from '../auth';
import { projectRequired } from '../auth';
import {
  answerPreflight,
  compressFor,
  count,
  type Exchange,
  openExchange,
  type PipelineDeps,
  refuse,
  type RequestDurations,
  sendAnswer,
  toLogFields,
} from '../edge';
import { readKey, runOnce } from '../idempotency';
import {
  type Answer,
  type BoundOperation,
  demandJson,
  DOCUMENT_VERSION,
  MCP_BYTES,
  MCP_PATH,
  methodNotAllowed,
  type Operation,
  parseBody,
  readBody,
  type Router,
} from '../rest';
import type { CallDeps } from './call-tool';
import { answerMessage } from './exchange-message';
import { openOwnApi } from './own-api';

const METHODS = ['POST', 'OPTIONS'];

/** Longest that a tool takes, in milliseconds: a merge alone may take 30 s. */
const CALL_TIMEOUT_MS = 60_000;

/** Most calls of the API that one tool makes, each of which hears if the client goes. */
const CALLS_OF_A_TOOL = 50;

/**
 * Serves the Model Context Protocol at `/mcp`; passes on other requests. The caller is a token's, as of the dashboard's operations.
 * Nothing is kept between two requests.
 */
export const createMcp = (
  deps: PipelineDeps,
  router: Router<BoundOperation>,
  durations: RequestDurations,
): RequestHandler => {
  const handle = async (request: Request, response: Response): Promise<void> => {
    const exchange = openExchange(request, response);
    if (request.method === 'OPTIONS') return answerPreflight(response, exchange.headers, METHODS);
    try {
      if (request.method !== 'POST') throw methodNotAllowed(METHODS.join(', '));
      sendAnswer(exchange, await compressFor(request, await answer(deps, router, exchange)));
    } catch (error) {
      await refuse(deps, exchange, error);
    }
    const seconds = (performance.now() - exchange.startedAt) / 1000;
    durations.observe({ operation: 'mcp', status: response.statusCode }, seconds);
  };
  return (request, response, next) => {
    if (request.path !== MCP_PATH) return next();
    handle(request, response).catch(next);
  };
};

const answer = async (
  deps: PipelineDeps,
  router: Router<BoundOperation>,
  exchange: Exchange,
): Promise<Answer> => {
  const { request, response } = exchange;
  const admission = await admit(deps, exchange);
  exchange.projectId = admission.memberProjectId;
  await count(deps, exchange, admission.requestLimit);
  const share = deps.bodyRoom.open();
  response.setMaxListeners(response.getMaxListeners() + CALLS_OF_A_TOOL);
  try {
    const intake = { limit: MCP_BYTES, check: demandJson, share, refused: deps.bodyRoom.refused };
    const message = await parseBody(await readBody(request, intake));
    return await answerMessage(
      request.headers,
      message,
      DOCUMENT_VERSION,
      composeCalls(deps, router, exchange, admission),
    );
  } finally {
    share.release();
  }
};

type Options = Operation['options'];

/** As an operation of an account, in which a program's project is known by its token. */
const ownProject = {
  path: MCP_PATH,
  options: { surface: 'account', project: 'optional', programsToo: true } as Options,
};
/** As an operation of the dashboard, which names its project. */
const namedProject = { path: MCP_PATH, options: { surface: 'dashboard' } as Options };

/** The caller by its token, in the project of the header `project`; a service account's own needs no header. */
const admit = async (deps: PipelineDeps, exchange: Exchange): Promise<Admission> => {
  const { headers } = exchange.request;
  const row = headers['project'] === undefined ? ownProject : namedProject;
  const admission = await deps.admit(row, headers, [], exchange.ip, (callerKey) => {
    exchange.callerKey = callerKey;
  });
  if (admission.memberProjectId === undefined) throw projectRequired();
  return admission;
};

/** How tools reach the API, as the caller of the request. */
const composeCalls = (
  deps: PipelineDeps,
  router: Router<BoundOperation>,
  exchange: Exchange,
  { scope, callerKey, memberProjectId: projectId = '' }: Admission,
): CallDeps => ({
  requestId: exchange.requestId,
  open: (key) => ({
    parley: openOwnApi(deps, router, exchange, projectId, key),
    userId: scope.actor.type === 'user' ? scope.actor.id : undefined,
  }),
  once: async (given, tool, args, work) => {
    const key = readKey(given) ?? given;
    const body = Buffer.from(JSON.stringify(args, Object.keys(args).sort()));
    const target = `MCP ${tool}`;
    const request = { key, caller: callerKey, projectId, target, body, timeoutMs: CALL_TIMEOUT_MS };
    return (await runOnce(deps.idempotency, request, work)).answer;
  },
  onFault: (error, tool) => deps.log.error({ err: error, ...toLogFields(exchange), tool }, 'a tool failed'),
});
