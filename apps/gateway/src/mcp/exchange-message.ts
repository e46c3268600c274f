import type { IncomingHttpHeaders } from 'node:http';
import type { Server } from '@modelcontextprotocol/server';
import type { Answer } from '../rest';
import type { CallDeps } from './call-tool';
import { createServer } from './mcp-server';
import { loadSdk, type Sdk } from './sdk';

/** Headers that the protocol reads. */
const READ = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Answers a message of the protocol, of any revision that the SDK knows, as one JSON document. */
export const answerMessage = async (
  given: IncomingHttpHeaders,
  message: Record<string, unknown>,
  version: string,
  deps: CallDeps,
): Promise<Answer> => {
  const sdk = await loadSdk();
  const headers = new Headers(
    READ.flatMap((name) =>
      given[name] === undefined ? [] : [[name, String(given[name])] as [string, string]],
    ),
  );
  // Answers are never streams, whatever the client takes.
  headers.set('accept', 'application/json, text/event-stream');
  const request = new Request('http://parley.invalid/mcp', { method: 'POST', headers, body: '{}' });
  const create = (): Server => createServer(sdk, version, deps);
  const response = await ((await sdk.isLegacyRequest(request, message))
    ? answerLegacy(sdk, create, request, message)
    : answerModern(sdk, create, request, message));
  const body = await response.text();
  return {
    status: response.status,
    type: body === '' ? undefined : (response.headers.get('content-type') ?? undefined),
    body: body === '' ? undefined : body,
  };
};

/** Revisions of 2025, which begin with a handshake; no session is made. */
const answerLegacy = async (
  sdk: Sdk,
  create: () => Server,
  request: globalThis.Request,
  parsedBody: unknown,
): Promise<globalThis.Response> => {
  const server = create();
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
};

/** Later revisions. There are no subscriptions, which would be streams without an end. */
const answerModern = (
  sdk: Sdk,
  create: () => Server,
  request: globalThis.Request,
  parsedBody: unknown,
): Promise<globalThis.Response> =>
  sdk
    .createMcpHandler(create, { legacy: 'reject', responseMode: 'json', maxSubscriptions: 0, keepAliveMs: 0 })
    .fetch(request, { parsedBody });
