import { type Call, type CallOptions, type ParleyOptions, send } from './call';
import type { Groups } from './generated/groups';
import { operations } from './generated/operations';
import { createPage } from './page';

/**
 * A client of a Parley platform. Each group of operations is a property: `parley.tickets.create({ title: 'No invoice' })`.
 *
 * Ids of the path come first, then the body, then the query, then options of the call. A list can be awaited for one page and
 * iterated for all items.
 */
class ParleyClient {
  constructor(options: ParleyOptions) {
    for (const [group, members] of groups)
      Object.assign(this, {
        [group]: Object.fromEntries(
          members.map((one) => [one.name, (...given: unknown[]) => run(options, one, given)]),
        ),
      });
  }
}

/** {@link ParleyClient} */
export type Parley = Groups;
/** {@link ParleyClient} */
export const Parley = ParleyClient as new (options: ParleyOptions) => Parley;

/** An operation, as the generated table has it. */
interface Operation {
  name: string;
  method: string;
  path: string;
  /** `json`, `form`, or a media type; undefined without a body. */
  body: string | undefined;
  hasQuery: boolean;
  isPaged: boolean;
  isText: boolean;
  isRepeatable: boolean;
}

/** Flags: `j` a body of JSON, `f` a form, with a slash another body; `q` a query, `p` pages, `t` a text, `k` a key for repeats. */
const readOperation = (line: string): [group: string, Operation] => {
  const [full = '', method = '', path = '', flags = ''] = line.split(' ');
  const [group = '', name = ''] = full.split('.');
  const all = flags.split(',');
  const body = all.includes('j')
    ? 'json'
    : all.includes('f')
      ? 'form'
      : all.find((flag) => flag.includes('/'));
  const operation = {
    ...{ name, method, path, body },
    hasQuery: all.includes('q'),
    isPaged: all.includes('p'),
    isText: all.includes('t'),
    isRepeatable: all.includes('k'),
  };
  return [group, operation];
};

const groups = new Map<string, Operation[]>();
for (const [group, operation] of operations.split('\n').map(readOperation))
  groups.set(group, [...(groups.get(group) ?? []), operation]);

const run = (platform: ParleyOptions, operation: Operation, given: unknown[]): unknown => {
  const rest = [...given];
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toSegment(name, rest.shift()));
  const body = operation.body === undefined ? undefined : rest.shift();
  const query = operation.hasQuery ? (rest.shift() as object | undefined) : undefined;
  const options = (rest.shift() ?? {}) as CallOptions;
  const call: Call = {
    method: operation.method,
    path,
    isText: operation.isText,
    isRepeatable: operation.isRepeatable,
    ...toBody(operation.body, body),
  };
  const ask = (asked: object | undefined): Promise<unknown> =>
    send(platform, { ...call, query: asked }, options);
  return operation.isPaged ? createPage(query ?? {}, ask) : ask(query);
};

/** A part of the path. One that would lead elsewhere is an error of the program. */
const toSegment = (name: string, value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must be an id, not ${JSON.stringify(value)}`);
  return encodeURIComponent(text);
};

const toBody = (kind: string | undefined, body: unknown): Pick<Call, 'body' | 'type'> => {
  if (kind === undefined) return {};
  if (kind === 'json') return { body: JSON.stringify(body ?? {}), type: 'application/json' };
  return kind === 'form' ? { body: toForm(body as FormData | Blob) } : { body: body as BodyInit, type: kind };
};

/** A file alone is the field `file` of a form. */
const toForm = (body: FormData | Blob): FormData => {
  if (body instanceof FormData) return body;
  const form = new FormData();
  form.append('file', body);
  return form;
};
