import { timeout, unavailable } from '@parley/errors';
import { APIError, OpenAI } from 'openai';
import type { Ai, CompletionRequest, Tool, ToolChoice } from '../ai';
import { cutWords, wordsIn } from '../sentences';
import { toUnit } from '../vectors';
import { boundedFetch } from './bounded-fetch';

/** How to reach a server that speaks the OpenAI API. */
export interface EndpointOptions {
  /** Up to and with the version: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey?: string;
  chatModel: string;
  embeddingModel: string;
  /** Milliseconds for one request with its retry; default 30,000. */
  timeoutMs?: number;
  /** Largest answer in bytes; default 16 MiB. */
  maxBytes?: number;
}

/** Texts of one request. */
const BATCH = 64;
/** Characters of a text that are sent: models take some 8,000 tokens, and a token may be a single character. */
const MAX_CHARACTERS = 8_000;
const MAX_PROMPT_CHARACTERS = 24_000;
const MAX_ATTEMPTS = 2;
const HEALTH_LIMIT_MS = 2_000;

const writeMessages = ({ system, prompt }: Pick<CompletionRequest, 'system' | 'prompt'>) => [
  { role: 'system' as const, content: system },
  { role: 'user' as const, content: prompt.slice(0, MAX_PROMPT_CHARACTERS).toWellFormed() },
];

/** Whether a server answered that is there and lets us in; not every one lists its models. */
const isThere = (error: unknown): boolean =>
  error instanceof APIError &&
  error.status !== undefined &&
  error.status < 500 &&
  ![401, 403].includes(error.status);

/** Checks the server's answer before it is used. */
const readVectors = (answer: unknown, count: number): Float32Array[] => {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== count)
    throw new Error('The answer has not one vector per text');
  const vectors: Float32Array[] = [];
  for (const { index, embedding } of data as { index?: number; embedding?: unknown }[]) {
    if (!Array.isArray(embedding) || embedding.length === 0 || index === undefined || vectors[index])
      throw new Error('The answer holds something else than vectors');
    vectors[index] = toUnit(Float32Array.from(embedding as number[]));
  }
  const sizes = new Set(Array.from(vectors, (vector) => vector?.length));
  if (sizes.size !== 1 || vectors.length !== count) throw new Error('The vectors do not belong together');
  return vectors;
};

const readText = (answer: unknown): string => {
  const [choice] = (answer as { choices?: { message?: { content?: unknown } }[] } | null)?.choices ?? [];
  const text = choice?.message?.content;
  if (typeof text !== 'string' || text.trim() === '') throw new Error('The answer has no text');
  return text.trim().toWellFormed();
};

const parseArguments = (text: unknown): Record<string, unknown> | undefined => {
  try {
    const value: unknown = text === '' ? {} : JSON.parse(String(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Tools that an answer asks for; malformed entries are left out. */
const readChoices = (answer: unknown, tools: readonly Tool[]): ToolChoice[] => {
  const [choice] = (answer as { choices?: { message?: { tool_calls?: unknown } }[] } | null)?.choices ?? [];
  const calls = choice?.message?.tool_calls;
  if (!Array.isArray(calls)) return [];
  return (calls as ({ function?: { name?: unknown; arguments?: unknown } } | null)[]).flatMap((call) => {
    const tool = tools.find(({ name }) => name === call?.function?.name);
    const given = parseArguments(call?.function?.arguments);
    return tool && given ? [{ name: tool.name, arguments: given }] : [];
  });
};

/**
 * An endpoint that the operator names. A request that fails by the connection, with 429 or from 500 up is tried once
 * more; each is bounded in time and size.
 */
export const createEndpointAi = (options: EndpointOptions): Ai => {
  const { baseUrl, apiKey, chatModel, embeddingModel, timeoutMs = 30_000, maxBytes = 16 * 2 ** 20 } = options;
  const client = new OpenAI({
    baseURL: baseUrl,
    // Local servers want none, but the client insists on one.
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: MAX_ATTEMPTS - 1,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: boundedFetch(maxBytes),
  });

  const ask = <T>(
    signal: AbortSignal | undefined,
    request: (options: { signal: AbortSignal }) => Promise<T>,
  ): Promise<T> => askWithin(timeoutMs, signal, request);

  const embedBatch = (texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> =>
    ask(signal, async (limits) => {
      const input = texts.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed());
      const body = { model: embeddingModel, input, encoding_format: 'float' as const };
      return readVectors(await client.embeddings.create(body, limits), texts.length);
    });

  return {
    embeddingModel,
    writes: true,
    similarity: { related: 0.25, same: 0.75 },
    embed: async (texts, signal) => {
      // Servers refuse empty texts.
      const wordy = texts.flatMap((text, index) => (/[\p{L}\p{N}]/u.test(text) ? [index] : []));
      const vectors: Float32Array[] = [];
      for (let start = 0; start < wordy.length; start += BATCH) {
        const places = wordy.slice(start, start + BATCH);
        const made = await embedBatch(
          places.map((place) => texts[place] as string),
          signal,
        );
        places.forEach((place, index) => void (vectors[place] = made[index] as Float32Array));
      }
      const size = vectors[wordy[0] ?? 0]?.length ?? 1;
      return {
        model: embeddingModel,
        vectors: texts.map((_, index) => vectors[index] ?? new Float32Array(size)),
      };
    },
    chooseTools: (request, signal) =>
      ask(signal, async (limits) => {
        const functions = request.tools.map(({ name, description, parameters }) => ({
          type: 'function' as const,
          function: { name, description, ...(parameters && { parameters }) },
        }));
        const messages = writeMessages(request);
        const body = { model: chatModel, messages, tools: functions, temperature: 0, max_tokens: 400 };
        return readChoices(await client.chat.completions.create(body, limits), request.tools);
      }),
    health: async () => {
      try {
        await client.models.list({ maxRetries: 0, timeout: HEALTH_LIMIT_MS });
      } catch (error) {
        if (!isThere(error)) throw unavailable('The AI endpoint is away or refuses the key.', error);
      }
    },
    complete: ({ maxTokens, ...request }, signal) =>
      ask(signal, async (limits) => {
        const messages = writeMessages(request);
        const body = { model: chatModel, messages, max_tokens: maxTokens, temperature: 0 };
        const text = readText(await client.chat.completions.create(body, limits));
        // Not every server keeps to the limit.
        return {
          model: chatModel,
          text: wordsIn(text).length > maxTokens ? cutWords(text, maxTokens) : text,
        };
      }),
  };
};

/** Asks the endpoint, for at most so many milliseconds. */
const askWithin = async <T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  request: (options: { signal: AbortSignal }) => Promise<T>,
): Promise<T> => {
  // The client's own limit ends with the headers; this one covers the body and the pause before the retry.
  const limit = AbortSignal.timeout(milliseconds);
  try {
    return await request({ signal: signal ? AbortSignal.any([signal, limit]) : limit });
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted) throw timeout('The AI endpoint took too long. Try again.', error);
    throw unavailable('The AI endpoint is away or refused the request. Try again.', error);
  }
};
