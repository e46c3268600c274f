import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The data that the server answers with. */
export interface Model {
  embed(texts: string[]): Promise<{ vectors: readonly ArrayLike<number>[] }>;
  wordsIn(text: string): string[];
}

/** A request that the server got. */
export interface Received {
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** A test's reaction to a request instead of an answer; true when it reacted. */
export type Interference = (response: ServerResponse, request: Received) => boolean;

/** A real HTTP server that speaks the parts of the OpenAI API that are used. */
export interface ModelServer {
  /** With the version. */
  url: string;
  received: Received[];
  interfere(interference: Interference | undefined): void;
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
};

const embeddings = async (
  { embed }: Model,
  { model, input, encoding_format }: Record<string, unknown>,
): Promise<object> => {
  const texts = input as string[];
  if (texts.some((text) => text.trim() === '')) throw new Error('an input is empty');
  if (encoding_format !== 'float') throw new Error('floats only');
  // Twice as long as unit vectors, and in another order than asked for: both are allowed.
  const { vectors } = await embed(texts);
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from(vector, (value) => value * 2),
  }));
  return { object: 'list', model, data: data.reverse(), usage: { prompt_tokens: 1, total_tokens: 1 } };
};

/** The first words of the user's text, without regard to the limit, as some servers do. */
const completion = ({ wordsIn }: Model, { model, messages }: Record<string, unknown>): object => {
  const [, user] = messages as { content: string }[];
  const content = wordsIn(user?.content ?? '').join(' ');
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  };
};

const answerTo = async (model: Model, { path, body }: Received): Promise<object> => {
  if (path.endsWith('/models')) return { object: 'list', data: [] };
  return path.endsWith('/embeddings') ? embeddings(model, body) : completion(model, body);
};

/** Starts the server on a free port. */
export const startModelServer = async (model: Model): Promise<ModelServer> => {
  const received: Received[] = [];
  let interference: Interference | undefined;
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const got = { path: request.url ?? '', authorization: request.headers.authorization, body };
      received.push(got);
      if (interference?.(response, got)) return;
      const answer = await answerTo(model, got);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    interfere: (next) => void (interference = next),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
