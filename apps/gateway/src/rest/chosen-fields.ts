import type { FieldProblem } from '@parley/errors';
import type { JsonSchema } from '@parley/proto';
import { describeRpc, messageSchema } from './fields';
import { named } from './listing';
import type { Operation } from './operation';

/** Field of a request that chooses the fields of the documents in its answer. */
export const FIELDS = 'fields';

/** Keyword of that field: the names that there are. */
const NAMES = 'x-fields';
/** Keyword of that field: the message that the names are of. */
const OF = 'x-fields-of';

/** A document that has it shows it, whatever else is chosen. */
const ALWAYS = 'id';

/** Most characters of a sent name that a message repeats. */
const MAX_REPEATED = 60;

type Document = Record<string, unknown>;

/** The names that a field chooses from; undefined where it is another field. */
export const namesToChoose = (schema: JsonSchema | undefined): readonly string[] | undefined =>
  schema?.[NAMES] as readonly string[] | undefined;

/** Name of the schema that says which those are. */
export const nameOfChoice = (schema: JsonSchema): string => {
  const names = namesToChoose(schema) ?? [];
  const own = messageSchema(String(schema[OF])).properties;
  const beside = names.filter((name) => !Object.hasOwn(own, name));
  return [String(schema[OF]), 'Fields', ...beside].join('.');
};

/** The fields that a query chooses, each once, with the id. A problem says which there is not. */
export const readChoice = (
  sent: readonly string[],
  known: readonly string[],
): { fields: string[] } | { problem: FieldProblem } => {
  const asked = new Set(sent.map((name) => name.trim()).filter((name) => name !== ''));
  const problem = (message: string): { problem: FieldProblem } => ({ problem: { field: FIELDS, message } });
  if (asked.size === 0) return problem(`must name a field; those are ${named(known)}`);
  const unknown = [...asked].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const shown = unknown.length > MAX_REPEATED ? `${unknown.slice(0, MAX_REPEATED)}…` : unknown;
    return problem(`must not name "${shown}", which is no field of the answer; those are ${named(known)}`);
  }
  return { fields: [...asked.add(ALWAYS)] };
};

/** Cuts an answer to the fields that the request chose. */
export type CutAnswer = (answer: unknown, request: unknown) => unknown;

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Prepares the cut of an operation's answers. An answer is one document, a list of documents, or an object with such lists; the rest
 * of that object stays. Services leave out what they need not read; the cut is made here.
 */
export const createCutAnswer = (operation: Operation): CutAnswer => {
  const { request, response } = describeRpc(operation);
  if (namesToChoose(messageSchema(request).properties[FIELDS]) === undefined) return (answer) => answer;
  const { out } = operation.options;
  const isOne = typeof out === 'string' && messageSchema(response).properties[out]?.['type'] !== 'array';
  return (answer, sent) => {
    const { fields = [] } = sent as { fields?: readonly string[] };
    if (fields.length === 0) return answer;
    const chosen = new Set(fields);
    const cut = (value: unknown): unknown =>
      isDocument(value)
        ? Object.fromEntries(Object.entries(value).filter(([name]) => chosen.has(name)))
        : value;
    const cutList = (value: unknown): unknown =>
      Array.isArray(value) ? value.map((one: unknown) => cut(one)) : value;
    if (isOne) return cut(answer);
    if (!isDocument(answer)) return cutList(answer);
    return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, cutList(value)]));
  };
};
