import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Api } from './api';

/** A client of the platform's tools. */
export interface Model {
  client: Client;
  /** The answer of a tool that succeeded. */
  use(tool: string, args?: object): Promise<Used>;
  /** The failure of a tool, as the model reads it. */
  fail(tool: string, args?: object): Promise<{ text: string; error: Record<string, unknown> }>;
}

/** The answer of a tool. */
export interface Used {
  text: string;
  // The tests read documents as a client would: by field name, untyped.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
}

const opened: Client[] = [];

/** Connects the official client by the token of `api`, to its project where it names one. */
export const connectModel = async (
  origin: string,
  { credentials: { token = '', project } }: Pick<Api, 'credentials'>,
  options: ClientOptions = {},
): Promise<Model> => {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  const headers = { authorization: `Bearer ${token}`, ...(project !== undefined && { project }) };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  );
  opened.push(client);
  const call = async (name: string, args: object) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...args } });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    return { text, data: structuredContent, isFailed: isError === true };
  };
  return {
    client,
    use: async (tool, args = {}) => {
      const { text, data, isFailed } = await call(tool, args);
      expect({ tool, failed: isFailed ? text : '' }).toEqual({ tool, failed: '' });
      return { text, data };
    },
    fail: async (tool, args = {}) => {
      const { text, data, isFailed } = await call(tool, args);
      expect({ tool, isFailed, text }).toMatchObject({ tool, isFailed: true });
      return { text, error: (data as { error: Record<string, unknown> }).error };
    },
  };
};

/** Closes the clients of a test file. */
export const closeModels = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
};
