import { status } from '@grpc/grpc-js';
import { ErrorInfo } from '@parley/proto/generated/google/rpc/error_details';
import { Status } from '@parley/proto/generated/google/rpc/status';
import {
  conflict,
  decodeDetails,
  DomainError,
  encodeDetails,
  type ErrorKind,
  errorTable,
  exists,
  forbidden,
  invalid,
  limited,
  notFound,
  raced,
  timeout,
  tooLarge,
  unauthenticated,
  unavailable,
} from './index';

const carried = (error: DomainError): DomainError | undefined => decodeDetails(encodeDetails(error));

it.each([
  [400, 'INVALID_INPUT', invalid({ field: 'upvotes.0.email', message: 'is no address' })],
  [401, 'INVALID_TOKEN', unauthenticated('INVALID_TOKEN', 'Log in again.')],
  [403, 'PERMISSION_DENIED', forbidden('PERMISSION_DENIED', 'You may not.', { permission: 'tags' })],
  [404, 'MESSAGE_TEMPLATE_NOT_FOUND', notFound('message_template')],
  [409, 'REDIRECT_EXISTS', exists('REDIRECT_EXISTS', 'There is one.')],
  [409, 'COLLECTION_NOT_EMPTY', conflict('COLLECTION_NOT_EMPTY', 'It has articles.', { articles: '3' })],
  [409, 'TICKET_RACED', raced('TICKET_RACED', 'Somebody was faster.')],
  [413, 'PAYLOAD_TOO_LARGE', tooLarge('At most 1 MB.')],
  [422, 'KEY_REUSED', new DomainError('unprocessable', 'KEY_REUSED', 'Another request had it.')],
  [429, 'RATE_LIMITED', limited('Wait.', 7)],
  [503, 'UNAVAILABLE', unavailable('The database is away.')],
  [504, 'TIMEOUT', timeout('It took too long.')],
])('%i %s is the same error at the edge as in the service', (http, reason, error) => {
  const read = carried(error);
  expect(read).toBeInstanceOf(DomainError);
  expect(read).toMatchObject({
    kind: error.kind,
    reason,
    message: error.message,
    fields: error.fields,
    meta: error.meta,
    retryAfter: error.retryAfter,
  });
  expect(errorTable[error.kind].http).toBe(http);
});

it('waits whole seconds, and no shorter than it was told to', () => {
  expect(carried(limited('Wait.', 0.2))?.retryAfter).toBe(1);
  expect(carried(limited('Wait.', 59.5))?.retryAfter).toBe(60);
});

it('tells kinds apart that share a gRPC code', () => {
  expect(errorTable.invalid.grpc).toBe(errorTable.unprocessable.grpc);
  for (const kind of ['invalid', 'unprocessable'] as ErrorKind[]) {
    expect(carried(new DomainError(kind, 'X', 'x'))?.kind).toBe(kind);
  }
});

it('never sends a cause, which may name what is inside', () => {
  const sent = encodeDetails(unavailable('The database is away.', new Error('password of postgres')));
  expect(sent.toString('latin1')).not.toContain('password');
});

describe('details of somebody else', () => {
  const of = (info: { reason: string; domain: string; metadata: Record<string, string> }): Buffer =>
    Buffer.from(
      Status.encode({
        code: status.RESOURCE_EXHAUSTED,
        message: 'Received message larger than max',
        details: [
          {
            typeUrl: 'type.googleapis.com/google.rpc.ErrorInfo',
            value: Buffer.from(ErrorInfo.encode(info).finish()),
          },
        ],
      }).finish(),
    );

  it.each([
    ['another domain', { reason: 'QUOTA', domain: 'googleapis.com', metadata: { kind: 'limited' } }],
    ['a kind that there is not', { reason: 'QUOTA', domain: 'parley', metadata: { kind: 'exhausted' } }],
    ['no kind', { reason: 'QUOTA', domain: 'parley', metadata: {} }],
  ])('are no error of ours: %s', (_case, info) => {
    expect(decodeDetails(of(info))).toBeUndefined();
  });

  it('are none without an ErrorInfo', () => {
    const bare = Status.encode({ code: status.RESOURCE_EXHAUSTED, message: 'x', details: [] }).finish();
    expect(decodeDetails(Buffer.from(bare))).toBeUndefined();
  });
});
