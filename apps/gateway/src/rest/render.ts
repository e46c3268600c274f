import { createCutAnswer } from './chosen-fields';
import type { Operation, Texted } from './operation';
import type { Problem } from './problem';

/** What leaves as an answer, apart from the headers that every answer carries. */
export interface Answer {
  status: number;
  /** Undefined when there is no body. */
  type: string | undefined;
  body: string | undefined;
  headers?: Readonly<Record<string, string>>;
}

/** An answer of which only the beginning is known when it leaves. */
export interface StreamedAnswer {
  type: string;
  chunks: AsyncIterable<string | Uint8Array>;
  headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** An answer with a JSON document; an absent document is null. */
export const jsonAnswer = (document: unknown, status = 200): Answer => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify(document) ?? 'null',
});

/** An answer with a problem document. */
export const problemAnswer = ({ document, headers }: Problem): Answer => ({
  status: document.status,
  type: PROBLEM_TYPE,
  body: JSON.stringify(document),
  headers,
});

const noContent: Answer = { status: 204, type: undefined, body: undefined };

/** Makes an operation's answer of the RPC's response. */
export type Renderer = (response: unknown, request: unknown) => Answer;

/** Makes an operation's answer of the messages of a streaming RPC. */
export type StreamRenderer = (messages: AsyncIterable<unknown>, request: unknown) => StreamedAnswer;

async function* jsonArray(
  messages: AsyncIterable<unknown>,
  { field, within }: { field: string; within?: string | undefined },
): AsyncGenerator<string> {
  const [start, end] = within === undefined ? ['[', ']'] : [`{${JSON.stringify(within)}:[`, ']}'];
  let separator = start;
  for await (const message of messages) {
    const elements = (message as Record<string, unknown[]>)[field] ?? [];
    if (elements.length === 0) continue;
    // One piece per message: the service decides how much of the answer is in memory at a time.
    yield separator + elements.map((element) => JSON.stringify(element)).join(',');
    separator = ',';
  }
  yield separator === start ? start + end : end;
}

async function* readChunks(messages: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const message of messages) yield (message as { chunk: Uint8Array }).chunk;
}

/** The renderer of a row that answers a stream. */
export const createStreamRenderer = ({ options: { out } }: Operation): StreamRenderer | undefined => {
  if (typeof out !== 'object' || !('stream' in out)) return undefined;
  if (out.stream === 'json') {
    return (messages) => ({ type: JSON_TYPE, chunks: jsonArray(messages, out), headers: {} });
  }
  const nameFile = (request: unknown): string =>
    typeof out.filename === 'string' ? out.filename : out.filename(request as never);
  return (messages, request) => ({
    type: CSV_TYPE,
    chunks: readChunks(messages),
    headers: { 'Content-Disposition': `attachment; filename="${nameFile(request)}"` },
  });
};

type TextedAnswer = Texted<Record<string, unknown>, Record<string, unknown>>;

const textAnswer = (text: string): Answer => ({ status: 200, type: JSON_TYPE, body: text });

/** Finds the answer in the response of the RPC. */
type Extract = (response: unknown, request: unknown) => unknown;

/** Finds the answer of a service that does not know how to send text. */
const createWholeExtract = ({ of, text }: TextedAnswer): Extract => {
  if (typeof of === 'string') return (response) => (response as Record<string, unknown>)[of];
  if (of) return (response, request) => of.render(response as never, request as never);
  return (response) => ({ ...(response as object), [text]: undefined });
};

const createExtract = ({ options: { out } }: Operation): Extract => {
  if (out === undefined) return (response) => response;
  if (typeof out === 'string') return (response) => (response as Record<string, unknown>)[out];
  if ('stream' in out) return () => undefined;
  if ('text' in out) return createWholeExtract(out);
  if ('list' in out) {
    const { list, wholeIf } = out;
    return (response, request) => {
      const isWhole = (request as Record<string, unknown>)[wholeIf] === true;
      return isWhole ? response : (response as Record<string, unknown>)[list];
    };
  }
  return (response, request) => out.render(response as never, request as never);
};

/** Chooses the renderer that a row's `out` asks for. */
export const createRenderer = (operation: Operation): Renderer => {
  const { out } = operation.options;
  if (out === 'empty') return () => noContent;
  const extract = createExtract(operation);
  const cut = createCutAnswer(operation);
  const whole: Renderer = (response, request) => jsonAnswer(cut(extract(response, request), request));
  if (typeof out !== 'object' || !('text' in out)) return whole;
  return (response, request) => {
    const text = (response as Record<string, unknown>)[out.text];
    return typeof text === 'string' && text !== '' ? textAnswer(text) : whole(response, request);
  };
};
