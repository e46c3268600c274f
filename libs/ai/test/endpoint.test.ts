import { createEndpointAi, createLexicalAi, wordsIn } from '../src';
import { type ModelServer, startModelServer } from '@parley/testing';
import { aiSuite } from './suite';

const models = { chatModel: 'chat-1', embeddingModel: 'embed-1' };

describe('an OpenAI-compatible endpoint', () => {
  aiSuite(async () => {
    const server = await startModelServer({ embed: createLexicalAi().embed, wordsIn });
    const ai = createEndpointAi({ baseUrl: server.url, ...models });
    // The vectors behind it are the lexical ones.
    return { ai: { ...ai, similarity: { related: 0.15, same: 0.5 } }, close: () => server.close() };
  });

  describe('asked and failing', () => {
    let server: ModelServer;
    beforeAll(async () => {
      server = await startModelServer({ embed: createLexicalAi().embed, wordsIn });
    });
    afterAll(() => server.close());
    beforeEach(() => {
      server.received.splice(0);
      server.interfere(undefined);
    });
    const open = (options: object = {}) =>
      createEndpointAi({ baseUrl: server.url, apiKey: 'secret', ...models, ...options });
    const complete = (options: object = {}, signal?: AbortSignal) =>
      open(options).complete({ system: 'Shorten it.', prompt: 'A text.', maxTokens: 7 }, signal);
    const refuse = (status: number, times = Infinity, headers: Record<string, string> = {}) => {
      let left = times;
      server.interfere((response) => {
        left -= 1;
        if (left < 0) return false;
        response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1', ...headers });
        response.end('{"error":{"message":"the key secret is wrong"}}');
        return true;
      });
    };
    const away = expect.objectContaining({ kind: 'unavailable', reason: 'UNAVAILABLE' });

    it.each([404, 429])('is there when it answers %i to the question for its models', async (status) => {
      await expect(open().health()).resolves.toBeUndefined();
      refuse(status);
      await expect(open().health()).resolves.toBeUndefined();
    });

    it.each([401, 403, 500])('is away when it answers %i to it, and when nobody answers', async (status) => {
      refuse(status);
      await expect(open().health()).rejects.toEqual(away);
      await expect(open({ baseUrl: 'http://127.0.0.1:1/v1' }).health()).rejects.toEqual(away);
    });

    it('gets model, texts, limit and key', async () => {
      await open().embed(['one', 'two']);
      await complete();
      expect(server.received).toEqual([
        {
          path: '/v1/embeddings',
          authorization: 'Bearer secret',
          body: { model: 'embed-1', input: ['one', 'two'], encoding_format: 'float' },
        },
        {
          path: '/v1/chat/completions',
          authorization: 'Bearer secret',
          body: expect.objectContaining({
            model: 'chat-1',
            max_tokens: 7,
            messages: [
              { role: 'system', content: 'Shorten it.' },
              { role: 'user', content: 'A text.' },
            ],
          }),
        },
      ]);
    });

    it('gets at most 64 texts a request and 8,000 characters of each, 24,000 of a prompt', async () => {
      await open().embed(Array.from({ length: 130 }, () => 'x'.repeat(10_000)));
      const inputs = server.received.map(({ body }) => body['input'] as string[]);
      expect(inputs.map(({ length }) => length)).toEqual([64, 64, 2]);
      expect(inputs[0]?.[0]).toHaveLength(8_000);
      await open().complete({ system: 's', prompt: 'y'.repeat(30_000), maxTokens: 5 });
      const messages = server.received.at(-1)?.body['messages'] as { content: string }[];
      expect(messages[1]?.content).toHaveLength(24_000);
    });

    it.each([429, 500, 503])('is asked once more after %d', async (status) => {
      refuse(status, 1);
      await expect(complete()).resolves.toMatchObject({ text: 'A text.' });
      expect(server.received).toHaveLength(2);
    });

    it.each([429, 500])('is away when it answers %d twice, and not asked a third time', async (status) => {
      refuse(status);
      await expect(complete()).rejects.toEqual(away);
      expect(server.received).toHaveLength(2);
    });

    it.each([400, 401, 404])('is away for us when it answers %d, without another try', async (status) => {
      refuse(status);
      const failure = await complete().catch((error: Error) => error);
      expect(failure).toEqual(away);
      expect((failure as Error).message).not.toContain('secret');
      expect(server.received).toHaveLength(1);
    });

    it('is away when nothing listens, and when it cuts the connection', async () => {
      await expect(complete({ baseUrl: 'http://127.0.0.1:1/v1' })).rejects.toEqual(away);
      server.interfere((response) => {
        response.destroy();
        return true;
      });
      await expect(open().embed(['x'])).rejects.toEqual(away);
    });

    it('times out when it does not answer, and when its answer does not end', async () => {
      const tooLong = expect.objectContaining({ kind: 'timeout', reason: 'TIMEOUT' });
      server.interfere(() => true);
      await expect(complete({ timeoutMs: 100 })).rejects.toEqual(tooLong);
      server.interfere((response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":[');
        return true;
      });
      await expect(complete({ timeoutMs: 100 })).rejects.toEqual(tooLong);
    });

    it('is cut off after so many bytes', async () => {
      server.interfere((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(`{"choices":[{"message":{"content":"${'x'.repeat(5_000)}"}}]}`);
        return true;
      });
      await expect(complete({ maxBytes: 4_000 })).rejects.toEqual(away);
      await expect(complete({ maxBytes: 6_000 })).resolves.toMatchObject({ model: 'chat-1' });
    });

    it('is not followed elsewhere', async () => {
      refuse(307, Infinity, { location: `${server.url}/chat/completions` });
      await expect(complete()).rejects.toEqual(away);
    });

    it.each([
      ['{}'],
      ['{"data":[]}'],
      ['{"data":[{"index":0,"embedding":"abc"}]}'],
      ['{"data":[{"index":0,"embedding":[]}]}'],
      ['{"data":[{"index":3,"embedding":[1]}]}'],
      ['nonsense'],
    ])('is not believed when it answers %s', async (body) => {
      server.interfere((response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
        return true;
      });
      await expect(open().embed(['x'])).rejects.toEqual(away);
      await expect(complete()).rejects.toEqual(away);
    });

    it('is left when the caller does not wait any more', async () => {
      server.interfere(() => true);
      const controller = new AbortController();
      const failing = complete({}, controller.signal);
      controller.abort(new Error('enough'));
      await expect(failing).rejects.toThrow('enough');
    });
  });
});
