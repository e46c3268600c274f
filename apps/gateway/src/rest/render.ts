import { type Operation } from './operation';
import { type Problem } from './problem';

/** What leaves as an answer, apart from the headers that every answer carries. */
export interface Answer {
  status: number;
  /** Undefined when there is no body. */
  type: string | undefined;
  body: string | undefined;
  headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json; charset=utf-8';
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

/** Chooses the renderer that a row's `out` asks for. */
export const createRenderer = ({ options: { out } }: Operation): Renderer => {
  if (out === undefined) return (response) => jsonAnswer(response);
  if (out === 'empty') return () => noContent;
  if (typeof out === 'string') return (response) => jsonAnswer((response as Record<string, unknown>)[out]);
  return (response, request) => jsonAnswer(out.render(response, request));
};
