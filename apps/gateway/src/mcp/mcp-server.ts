import type { Server, ServerOptions } from '@modelcontextprotocol/server';
import type { Sdk } from './sdk';
import { type CallDeps, callTool } from './call-tool';
import { toFailure, writeFailure } from './errors';
import { instructions } from './instructions';
import { prompts, writePrompt } from './prompts';
import { readResource, resourceTemplates } from './resources';
import { tools } from './tools';

const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));
const promptsByName = new Map(prompts.map((prompt) => [prompt.name, prompt]));

const options: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions,
};

/** A server of the protocol for one request. */
export const createServer = (sdk: Sdk, version: string, deps: CallDeps): Server => {
  const { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } = sdk;
  const refuse = (message: string): Error => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  const server = new sdk.Server({ name: 'parley', title: 'Parley', version }, options);
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = byName.get(params.name);
    if (!tool) throw refuse(`Unknown tool: ${params.name.slice(0, 100)}`);
    return callTool(deps, tool, params.arguments);
  });
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    try {
      return await readResource(params.uri, deps.open(undefined));
    } catch (error) {
      const failure = toFailure(error, deps.requestId);
      if (failure.fault) deps.onFault(error, 'resources/read');
      if (failure.status === 404) throw new ResourceNotFoundError(params.uri);
      throw new ProtocolError(ProtocolErrorCode.InternalError, writeFailure(failure), {
        status: failure.status,
        code: failure.code,
      });
    }
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ write: _, ...listed }) => listed),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = promptsByName.get(params.name);
    if (!prompt) throw refuse(`Unknown prompt: ${params.name.slice(0, 100)}`);
    const given = params.arguments ?? {};
    const missing = prompt.arguments.find(({ name, required }) => required && !given[name]);
    if (missing) throw refuse(`${missing.name}: is required`);
    return writePrompt(prompt, given);
  });
  return server;
};
