import {
  CONDITIONS,
  describeRpc,
  messageSchema,
  NULLS,
  pathParameters,
  requestFields,
  SORT,
} from '../../src/rest/fields';
import { findNoun } from '../../src/rest/nouns';
import type { Operation } from '../../src/rest/operation';
import { widgetSignature } from '../../src/auth/widget';
import type { JsonSchema } from '@parley/proto';
import type { ApiRequest } from './gateway';
import { PROJECT, PROJECT_KEY, SECRET_KEY, SERVICE_TOKEN, SESSION_SECRET, TICKET } from './identities';
import { sampleFields } from './sample';

/** Who may call a row, so that what is refused is refused for the input. */
export const chooseCaller = ({ options: { surface, session } }: Operation): ApiRequest => {
  if (session) return { headers: { 'x-requested-with': 'inbox' } };
  if (surface === 's2s') return { token: SERVICE_TOKEN, project: null };
  if (surface === 'server') return { token: null, project: null, headers: { 'api-token': SECRET_KEY } };
  if (surface !== 'widget') return {};
  const signed = { 'svc-id': 's1', 'svc-hash': widgetSignature(SESSION_SECRET, 's1') };
  return { token: null, project: null, headers: { 'api-token': PROJECT_KEY, ...signed } };
};

/** The row's path with an id for every parameter but those that are given. */
export const fillPath = (
  { path, options }: Operation,
  given: Readonly<Record<string, string>> = {},
): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const own = options.project === 'path' && name === 'projectId';
    return given[name] ?? (own ? PROJECT : TICKET);
  });

/** A request of a row, and what its RPC gets of it. */
export interface RowRequest {
  path: string;
  request: ApiRequest;
  received: Record<string, unknown>;
}

const FORM = [
  '--limit',
  'Content-Disposition: form-data; name="file"; filename="notes.txt"',
  '',
  'Call Ada back.',
  '--limit--',
  '',
].join('\r\n');

const sampleBody = (
  row: Operation,
  properties: Record<string, JsonSchema> | undefined,
): Pick<ApiRequest, 'body' | 'headers'> => {
  const { raw, form } = row.options;
  if (raw) return { body: 'some bytes', headers: { 'content-type': raw.types[0] ?? '' } };
  if (form !== undefined)
    return { body: FORM, headers: { 'content-type': 'multipart/form-data; boundary=limit' } };
  return properties ? { body: sampleFields(properties) } : {};
};

/** A value of each parameter, and of one field that the list is filtered by. */
const sampleQuery = (row: Operation): { text: string; received: Record<string, unknown> } => {
  const { query, body, listing, filters } = requestFields(row);
  const names = Object.keys(query).filter((name) => !body || !(name in body));
  const received: Record<string, unknown> = sampleFields(
    Object.fromEntries(names.map((name) => [name, query[name] ?? {}])),
  );
  if (listing && SORT in received) received[SORT] = `-${listing.sort[0] ?? ''}`;
  const sent = new URLSearchParams(
    Object.entries(received).map(([name, value]) => [name, [value].flat().join(',')]),
  );
  if (row.options.page) {
    sent.set('limit', '99999999999');
    received['limit'] = row.options.page.max;
  }
  const field = filters && Object.keys(listing?.filter ?? {}).find((name) => !(name in query));
  if (field) {
    const value = listing?.closed[field]?.[0] ?? 'text';
    sent.set(`${field}!`, value);
    received[CONDITIONS] = [{ field, operator: 'ne', values: [value] }];
  }
  return { text: sent.toString(), received };
};

/** A request with everything that a row takes; with `nulls`, null in each field of the body that is not required. */
export const sampleRequest = (row: Operation, { nulls = false } = {}): RowRequest => {
  const { body, nested, required } = requestFields(row);
  const given = Object.fromEntries(
    pathParameters(row.path).map((name, index) => {
      const own = name === 'projectId' && row.options.project === 'path';
      return [name, own ? PROJECT : findNoun(row, name) ? `${TICKET.slice(0, -1)}${index}` : `a/b ${index}`];
    }),
  );
  const encoded = Object.entries(given).map(([name, value]) => [name, encodeURIComponent(value)]);
  const query = sampleQuery(row);
  const { headers, ...sent } = sampleBody(row, body);
  const { raw, form, into } = row.options;
  const received: Record<string, unknown> = { ...query.received, ...given };
  if (raw) received[raw.into] = Buffer.from('some bytes');
  else if (form !== undefined) received[form] = expect.stringMatching(/notes\.txt$/);
  else {
    const fields = Object.entries((sent.body ?? {}) as object);
    const cleared = nulls ? fields.flatMap(([name]) => (required.includes(name) ? [] : [name])) : [];
    if (nulls) {
      sent.body = Object.fromEntries(
        fields.map(([name, value]) => [name, cleared.includes(name) ? null : value]),
      );
      received[NULLS] = cleared;
    }
    const kept = fields.filter(([name]) => !cleared.includes(name));
    const isNested = ([name]: [string, unknown]): boolean => into !== undefined && nested.has(name);
    Object.assign(received, Object.fromEntries(kept.filter((field) => !isNested(field))));
    if (into !== undefined) received[into] = Object.fromEntries(kept.filter(isNested));
  }
  const caller = chooseCaller(row);
  return {
    path: `${fillPath(row, Object.fromEntries(encoded) as Record<string, string>)}${query.text && `?${query.text}`}`,
    request: { ...caller, ...sent, headers: { ...caller.headers, ...headers } },
    received,
  };
};

/** What a row's RPC may answer; the JSON text that it may have is left out. */
export const sampleResponse = (row: Operation): Record<string, unknown> => {
  const { text, ...fields } = sampleFields(messageSchema(describeRpc(row).response).properties);
  const { out } = row.options;
  return typeof out === 'object' && 'text' in out
    ? fields
    : { ...fields, ...(text !== undefined && { text }) };
};
