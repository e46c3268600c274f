import type { JsonSchema } from '@parley/proto';
import { responsesFor } from './openapi-errors';
import type { Shared } from './openapi-shared';

/** Path of the requests that carry several of a widget's. */
export const BATCH_PATH = '/shared/batch';
/** Most calls of a batch. */
export const BATCH_CALLS = 20;
/** Most bytes of a batch: 256 KB. */
export const BATCH_BYTES = 256 * 1024;

const text = (description: string): JsonSchema => ({ type: 'string', description });

const anyObject: JsonSchema = { type: 'object', additionalProperties: true };

const call: JsonSchema = {
  type: 'object',
  required: ['method', 'path'],
  properties: {
    method: text('Method of the operation.'),
    path: text(
      'Path of an operation of widgets, without a file, and its query: `/shared/conversations?limit=20`.',
    ),
    body: { ...anyObject, description: 'Body of the operation.' },
    idempotencyKey: text('As the header `Idempotency-Key`.'),
    byKey: {
      type: 'boolean',
      description: 'true: the call is made by the project key alone, although the batch has a contact.',
    },
  },
};

const answer: JsonSchema = {
  type: 'object',
  required: ['status', 'body'],
  properties: {
    status: { type: 'integer', description: 'Status of the answer.' },
    body: { description: 'Its body.', anyOf: [anyObject, { type: 'array', items: anyObject }] },
    retryAfter: { type: 'integer', description: 'Seconds after which to try again.' },
  },
};

/** The operation in the OpenAPI document: the gateway answers it without a service. */
export const describeBatch = (shared: Shared): JsonSchema => ({
  operationId: 'widget.batch',
  tags: ['widget'],
  summary: 'Several requests of a widget in one.',
  description: `Runs 1 to ${BATCH_CALLS} calls in order, each with its own checks, limits and answer. The headers of a widget are fields of the body, which may be sent as \`text/plain\`: a browser then asks no permission first.`,
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        example: { 'api-token': 'pk_1', calls: [{ method: 'GET', path: '/shared/realtime' }] },
        schema: {
          type: 'object',
          required: ['api-token', 'calls'],
          properties: {
            'api-token': text('Public key of the project.'),
            'svc-id': text('The session\u2019s `svcId`.'),
            'svc-hash': text('Its signature.'),
            calls: {
              type: 'array',
              description: 'The requests.',
              minItems: 1,
              maxItems: BATCH_CALLS,
              items: call,
            },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The answers, in the order of the calls.',
      content: { 'application/json': { schema: { type: 'array', items: answer } } },
    },
    ...responsesFor(
      ['INVALID_INPUT', 'INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'INTERNAL_ERROR'],
      shared,
    ),
  },
});
