import { DomainError, type FieldProblem, invalid, notFound } from '@parley/errors';
import type { JsonSchema } from '@parley/proto';
import { isId } from '@parley/persistence';
import { createPauses } from '@parley/timing';
import {
  CONDITIONS,
  NULLS,
  readsQuery,
  type RequestFields,
  requestFields,
  SORT,
  type NullPlaces,
} from './fields';
import { FIELDS, namesToChoose, readChoice } from './chosen-fields';
import { parseForm } from './form';
import { createFindIgnored, type FindIgnored } from './ignored';
import { isCleanText } from './json';
import {
  closedProblems,
  filterProblems,
  plainSort,
  refuse,
  refuseForbidden,
  sortProblems,
  unknownProblems,
  withClosedValues,
  withPage,
} from './listing';
import type { Operation } from './operation';
import { findNoun, notFoundReasons } from './nouns';
import { invalidQuery, routeNotFound } from './problem';
import { parseQuery, type QueryPair, readers, toFilters, splitValues, withObjects } from './query';
import { createValidator, SEVERAL } from './validation';

/** Largest body of which every problem is listed and not only the first, in bytes. */
const THOROUGH_BYTES = 256 * 1024;

type Message = Record<string, unknown>;

/** Builds the parts of an operation's request message. */
export interface Assembler {
  /** The path parameters. 404 for one that cannot be an id. */
  path(raw: readonly string[]): Message;
  /** The query, after the question mark. 400 `invalid_query` or `forbidden_filter`. */
  query(text: string): Message;
  /** The body that a form stands for. 400 `invalid_input`. */
  form(bytes: Buffer): Message;
  /** A parsed body of `size` bytes; one of more than 256 KB is checked in stretches. 400 `invalid_input`. */
  body(body: Message, size: number): Message | Promise<Message>;
  /** Names the fields of a parsed body that have no effect. */
  ignored: FindIgnored;
  takesBody: boolean;
}

const decodeSegment = (raw: string): string | undefined => {
  try {
    const text = decodeURIComponent(raw);
    return isCleanText(text) ? text : undefined;
  } catch {
    return undefined;
  }
};

const pathAssembler = (operation: Operation, { path }: RequestFields): Assembler['path'] => {
  const named = path.map((name) => ({ name, noun: findNoun(operation, name) }));
  const reasons = [...(operation.options.errors ?? []), ...notFoundReasons(operation)];
  const unknown = reasons.find((reason) => reason.endsWith('_NOT_FOUND'));
  return (raw) => {
    const message: Message = {};
    named.forEach(({ name, noun }, index) => {
      const value = decodeSegment(raw[index] ?? '');
      if (noun !== undefined && (value === undefined || !isId(value))) throw notFound(noun);
      if (value === undefined && name === operation.options.creates)
        throw invalid({ field: name, message: 'must be percent-encoded text without NUL' });
      if (value === undefined)
        throw unknown
          ? new DomainError('notFound', unknown, 'There is no such thing in this project.')
          : routeNotFound();
      message[name] = value;
    });
    return message;
  };
};

/** Whether a query parameter takes several values. */
export const isList = (schema: JsonSchema | undefined): boolean => schema?.['type'] === 'array';

const querySchema = ({ query, required, body }: RequestFields): JsonSchema => {
  const properties = { ...query };
  // Clamped to the list's maximum, so that only the lower bound can be violated.
  for (const name of ['skip', 'limit']) {
    if (properties[name]) properties[name] = { type: 'integer', minimum: 0, maximum: Number.MAX_VALUE };
  }
  return { type: 'object', properties, required: body === undefined ? required : [] };
};

const queryAssembler = (operation: Operation, fields: RequestFields): Assembler['query'] => {
  if (!readsQuery(operation)) return () => ({});
  const { options } = operation;
  const validate = createValidator(querySchema(fields));
  const known = new Map(
    Object.entries(fields.query).map(([name, { type }]) => [name, readers[String(type)]]),
  );
  const lists = new Set(Object.keys(fields.query).filter((name) => isList(fields.query[name])));
  const { listing, filters: isFiltered, body } = fields;
  const choice = namesToChoose(fields.query[FIELDS]);
  // A key that is no parameter is a condition, or an error: an ignored filter looks like a match.
  const conditions = (rest: readonly QueryPair[]): Message => {
    if (options.passesUnknownQuery) return {};
    refuseForbidden(rest);
    if (!isFiltered || !listing) {
      refuse(unknownProblems(rest, [...known.keys()]));
      return {};
    }
    refuse(
      filterProblems(
        listing,
        rest.map(({ key }) => key),
      ),
    );
    const filters = withClosedValues(listing, toFilters(rest));
    refuse(closedProblems(listing, filters));
    return { [CONDITIONS]: filters };
  };
  return (text) => {
    const message: Message = {};
    if (text === '' && fields.required.length === 0) return withPage(message, options.page);
    const rest: QueryPair[] = [];
    for (const pair of isFiltered ? withObjects(parseQuery(text)) : parseQuery(text)) {
      const { key, operator, value } = pair;
      if (operator === 'eq' && lists.has(key)) {
        const elements = (message[key] as string[] | undefined) ?? [];
        message[key] = [...elements, ...splitValues(pair).filter((element) => element !== '')];
        continue;
      }
      if (operator !== 'eq' || !known.has(key)) {
        rest.push(pair);
        continue;
      }
      if (key === SORT && listing) {
        const order = plainSort(value);
        message[key] = key in message ? `${String(message[key])},${order}` : order;
        continue;
      }
      if (key in message) {
        if (!fields.query[key]?.[SEVERAL])
          throw invalidQuery([{ field: key, message: 'must be given once' }]);
        message[key] = `${String(message[key])},${value}`;
        continue;
      }
      const read = known.get(key);
      message[key] = read ? read(value) : value;
    }
    const found = body === undefined ? conditions(rest) : {};
    if (choice && FIELDS in message) {
      const chosen = readChoice(message[FIELDS] as string[], choice);
      if ('problem' in chosen) throw invalidQuery([chosen.problem]);
      message[FIELDS] = chosen.fields;
    }
    const sort = message[SORT];
    refuse([
      ...(validate(message, true) ?? []),
      ...(listing && typeof sort === 'string' ? sortProblems(listing, sort) : []),
    ]);
    return Object.assign(withPage(message, options.page), found);
  };
};

/** Elements of a list that takes them with the names of their fields that are null beside those that are not. */
const withNulls = (list: unknown, inside: NullPlaces | undefined): unknown => {
  if (!inside || !Array.isArray(list)) return list;
  return list.map((element: unknown) => {
    if (typeof element !== 'object' || element === null || Array.isArray(element)) return element;
    const entries = Object.entries(element as Message)
      .filter(([key]) => key !== NULLS)
      .map(([key, value]): [string, unknown] => [key, withNulls(value, inside[key])]);
    const nulls = entries.flatMap(([key, value]) => (value === null ? [key] : []));
    if (nulls.length === 0) return Object.fromEntries(entries);
    return { ...Object.fromEntries(entries.filter(([, value]) => value !== null)), [NULLS]: nulls };
  });
};

/** Elements of a list in a large body that are checked in one go. */
const TOGETHER = 20;

/** A problem of an element, by its place in the whole list. */
const shifted = (problem: FieldProblem, by: number): FieldProblem => {
  const [list = '', index, ...rest] = problem.field.split('.');
  return index === undefined
    ? problem
    : { ...problem, field: [list, String(Number(index) + by), ...rest].join('.') };
};

/**
 * Checks the elements of a large body's lists some at a time, so that other requests have their turn in between. 400 with the
 * first problem.
 */
const checkInTurns = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  nullsInside: Readonly<NullPlaces>,
): ((sent: Message) => Promise<void>) => {
  const lists = Object.entries(properties).filter(([, { items }]) => items !== undefined);
  const outline = createValidator({
    type: 'object',
    properties: {
      ...properties,
      ...Object.fromEntries(lists.map(([name, { items: _items, ...schema }]) => [name, schema])),
    },
    required,
  });
  const elements = lists.map(([name, { items }]) => {
    const part = { type: 'object', properties: { [name]: { type: 'array', items } } };
    return { name, check: createValidator(part) };
  });
  return async (sent) => {
    const pause = createPauses();
    const problems = outline(sent, false);
    if (problems) throw invalid(problems);
    for (const { name, check } of elements) {
      const list = sent[name];
      if (!Array.isArray(list)) continue;
      const checked: unknown[] = [];
      for (let start = 0; start < list.length; start += TOGETHER) {
        await pause();
        const part = withNulls(list.slice(start, start + TOGETHER), nullsInside[name]) as unknown[];
        const wrong = check({ [name]: part }, false);
        if (wrong) throw invalid(wrong.map((problem) => shifted(problem, start)));
        // Times were brought into their form in the part.
        for (const element of part) checked.push(element);
      }
      sent[name] = checked;
    }
  };
};

const bodyAssembler = ({ options }: Operation, fields: RequestFields): Assembler['body'] => {
  const { body: properties = {}, nested, required, keepsNulls, nullsInside } = fields;
  const validate = createValidator({ type: 'object', properties, required });
  const checkLarge = checkInTurns(properties, required, nullsInside);
  const known = new Map(Object.keys(properties).map((name) => [name, nested.has(name)]));
  const { into, rest } = options;
  const finish = (sent: Message, nulls: readonly string[]): Message => {
    const message: Message = into === undefined ? sent : {};
    if (into !== undefined) {
      const target: Message = {};
      for (const key of Object.keys(sent)) (known.get(key) ? target : message)[key] = sent[key];
      message[into] = target;
    }
    if (keepsNulls && nulls.length > 0) message[NULLS] = nulls;
    return message;
  };
  return (body, size) => {
    const isLarge = size > THOROUGH_BYTES;
    const sent: Message = {};
    const nulls: string[] = [];
    const others: Message = {};
    for (const key of Object.keys(body)) {
      if (!known.has(key)) {
        others[key] = body[key];
        continue;
      }
      if (body[key] === null) nulls.push(key);
      else sent[key] = isLarge ? body[key] : withNulls(body[key], nullsInside[key]);
    }
    const finished = (): Message => {
      if (rest !== undefined && Object.keys(others).length > 0)
        sent[rest] = { ...(sent[rest] as Message | undefined), ...others };
      return finish(sent, nulls);
    };
    if (isLarge) return checkLarge(sent).then(finished);
    const problems = validate(sent, true);
    if (problems) throw invalid(problems);
    return finished();
  };
};

/** Prepares everything that is the same for each request of an operation. */
export const createAssembler = (operation: Operation): Assembler => {
  const fields = requestFields(operation);
  return {
    path: pathAssembler(operation, fields),
    query: queryAssembler(operation, fields),
    form: (bytes) => parseForm(bytes, fields.body ?? {}),
    body: bodyAssembler(operation, fields),
    ignored: operation.options.rest === undefined ? createFindIgnored(fields.body ?? {}) : () => [],
    takesBody: fields.body !== undefined,
  };
};
