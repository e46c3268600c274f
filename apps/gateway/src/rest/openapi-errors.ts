import type { JsonSchema } from '@parley/proto';
import { errorTable } from '@parley/errors';
import { type ErrorReason, findError } from './catalogue';
import { hasBody, readsQuery } from './fields';
import { notFoundReasons } from './nouns';
import type { Shared } from './openapi-shared';
import type { Operation } from './operation';

/** The body of every error. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'Why a request was not carried out (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'message', 'requestId'],
  properties: {
    type: { const: 'about:blank', description: 'No further page describes the problem.' },
    title: { type: 'string', description: 'Name of the status.' },
    status: { type: 'integer', description: 'The status again.' },
    code: { type: 'string', description: 'Stable name of the problem, for programs.' },
    message: { type: 'string', description: 'What is wrong and what to do, for a person.' },
    requestId: { type: 'string', description: 'Id of the request, for a report to the operator.' },
    errors: {
      type: 'array',
      description: 'The fields to correct, for invalid input.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'Path of the field: `upvotes.0.email`.' },
          message: { type: 'string', description: 'What is wrong with it.' },
        },
      },
    },
  },
};

const titles = new Map<number, string>([
  ...Object.values(errorTable).map(({ http, title }): [number, string] => [http, title]),
  [408, 'Request Timeout'],
  [415, 'Unsupported Media Type'],
  [431, 'Request Header Fields Too Large'],
  [500, 'Internal Server Error'],
]);

/** Every error an operation may answer: what follows from its settings, and its own. */
const errorReasons = (operation: Operation): ErrorReason[] => {
  const { surface, project, permission, programsToo, raw, form, session, errors = [] } = operation.options;
  const reasons: ErrorReason[] = [];
  if (surface !== 'public' && surface !== 'widget') reasons.push('UNAUTHENTICATED', 'INVALID_TOKEN');
  if (surface === 'widget') reasons.push('INVALID_SESSION', 'DOMAIN_NOT_ALLOWED');
  if (surface === 'dashboard') reasons.push('PROJECT_REQUIRED');
  if (surface === 'dashboard' || surface === 'account' || session) reasons.push('COOKIE_NOT_ALLOWED');
  if (surface === 'dashboard' || project === 'path') reasons.push('PROJECT_FORBIDDEN', 'EMAIL_UNCONFIRMED');
  if (permission || (surface === 'account' && !programsToo) || surface === 's2s')
    reasons.push('PERMISSION_DENIED');
  if (hasBody(operation)) {
    if (!raw && form === undefined) reasons.push('INVALID_JSON');
    reasons.push('INVALID_INPUT', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  }
  if (operation.method === 'POST') reasons.push('IDEMPOTENCY_IN_FLIGHT', 'IDEMPOTENCY_KEY_REUSED');
  if (readsQuery(operation)) {
    reasons.push('INVALID_QUERY');
    if (!hasBody(operation)) reasons.push('FORBIDDEN_FILTER');
  }
  reasons.push('RATE_LIMITED', 'HEADERS_TOO_LARGE', 'INTERNAL_ERROR', 'UNAVAILABLE', 'TIMEOUT');
  return [...new Set([...reasons, ...notFoundReasons(operation), ...errors])];
};

const makeExample = (reason: ErrorReason): JsonSchema => {
  const { status, example } = findError(reason);
  const field = /^(\w+): (.+)$/.exec(example);
  return {
    type: 'about:blank',
    title: titles.get(status) ?? '',
    status,
    code: reason.toLowerCase(),
    message: example,
    requestId: '0b9a2f0e-6d0c-4c3a-9a57-3f1f0f6f2a11',
    ...(field && { errors: [{ field: field[1], message: field[2] }] }),
  };
};

/** Reasons after which a request may be sent again, and when. */
const RETRIED: readonly ErrorReason[] = ['RATE_LIMITED', 'UNAVAILABLE', 'IDEMPOTENCY_IN_FLIGHT'];

const describeHeaders = (status: number, reasons: readonly ErrorReason[]): JsonSchema => {
  if (status === 401)
    return { 'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } } };
  const retried = reasons.filter((reason) => RETRIED.includes(reason));
  if (retried.length > 0) {
    const codes = retried.map((reason) => `\`${reason.toLowerCase()}\``).join(', ');
    const description = `Seconds to wait before the request is sent again (with ${codes}).`;
    return { 'Retry-After': { description, schema: { type: 'integer' } } };
  }
  return {};
};

/** `Unauthenticated` of `UNAUTHENTICATED`. */
const pascalCase = (reason: ErrorReason): string =>
  reason.toLowerCase().replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** The responses of an operation's errors by their status. Operations with the same reasons share a response. */
export const errorResponses = (operation: Operation, shared: Shared): Record<string, JsonSchema> =>
  responsesFor(errorReasons(operation), shared);

/** The responses of some reasons by their status. */
export const responsesFor = (all: readonly ErrorReason[], shared: Shared): Record<string, JsonSchema> => {
  const byStatus = new Map<number, ErrorReason[]>();
  for (const reason of all) {
    const { status } = findError(reason);
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, unordered]) => {
        const reasons = [...unordered].sort();
        return [
          String(status),
          shared.response(reasons.map(pascalCase).join('Or'), problemResponse(reasons)),
        ];
      }),
  );
};

/** The response of one status, with an example for each reason. */
const problemResponse = (reasons: readonly ErrorReason[]): JsonSchema => {
  const status = findError(reasons[0] as ErrorReason).status;
  const headers = describeHeaders(status, reasons);
  return {
    description: `${titles.get(status) ?? ''}: ${reasons.map((reason) => `\`${reason.toLowerCase()}\``).join(', ')}.`,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          reasons.map((reason) => [reason.toLowerCase(), { value: makeExample(reason) }]),
        ),
      },
    },
  };
};
