import { conflict, engineFailure, isEngineAway, timeout, unavailable } from './index';

const failure = (fields: object, message = 'x'): Error => Object.assign(new Error(message), fields);

describe('the failure of an engine', () => {
  it.each([
    ['a server that is not there', failure({ code: 'ECONNREFUSED' })],
    ['a connection that is cut', failure({ code: 'ECONNRESET' })],
    ['a name that is not known at the moment', failure({ code: 'EAI_AGAIN' })],
    ['fetch, which wraps it', failure({ cause: failure({ code: 'ECONNREFUSED' }) }, 'fetch failed')],
    ['SQLSTATE 08006, connection failure', failure({ code: '08006' })],
    ['SQLSTATE 08P01, of a pooler without a server', failure({ code: '08P01' })],
    ['SQLSTATE 28P01, a password that was changed', failure({ code: '28P01' })],
    ['SQLSTATE 53300, too many connections', failure({ code: '53300' })],
    ['SQLSTATE 53100, disk full', failure({ code: '53100' })],
    ['SQLSTATE 57P01, the server stops', failure({ code: '57P01' })],
    ['SQLSTATE 57P02, the server crashed', failure({ code: '57P02' })],
    ['SQLSTATE 57P03, the server starts', failure({ code: '57P03' })],
    ['SQLSTATE 25006, a stand-by that was not promoted yet', failure({ code: '25006' })],
    ['the driver, cut off', new Error('Connection terminated unexpectedly')],
    ['the driver, cut off while it connects', new Error('Connection terminated due to connection timeout')],
    ['the driver, whose connection was not accepted in time', new Error('timeout expired')],
    ['the pool, without a free connection', new Error('timeout exceeded when trying to connect')],
    [
      'a client of the pool that is broken',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'].map((code): [string, Error] => [
      `Prisma's ${code}`,
      failure({ code }),
    ]),
    [
      'P2039 of Prisma around SQLSTATE 57P01',
      failure({
        code: 'P2039',
        meta: { driverAdapterError: { cause: { kind: 'postgres', originalCode: '57P01' } } },
      }),
    ],
    [
      'P2010 of Prisma, a raw statement, around a closed connection',
      failure({ code: 'P2010', meta: { driverAdapterError: { cause: { kind: 'ConnectionClosed' } } } }),
    ],
    [
      "Prisma's P2028 without a connection",
      failure({ code: 'P2028' }, 'Unable to start a transaction in the given time.'),
    ],
    ['an S3 server that answers 503', failure({ $metadata: { httpStatusCode: 503 } })],
    ['a disk that is full', failure({ code: 'ENOSPC' })],
  ])('is 503 unavailable with Retry-After for %s', (_name, error) => {
    expect(engineFailure(error)).toMatchObject({
      kind: 'unavailable',
      reason: 'UNAVAILABLE',
      retryAfter: 1,
      cause: error,
    });
    expect(isEngineAway(error)).toBe(true);
  });

  it.each([
    ['a statement that the server gave up on', failure({ code: '57014' })],
    ['a server that does not answer', new Error('Query read timeout')],
    [
      "Prisma's transaction over its time",
      failure(
        { code: 'P2028' },
        'Transaction already closed: A query cannot be executed on an expired transaction.',
      ),
    ],
    ['an HTTP server that does not answer', failure({ cause: failure({ code: 'UND_ERR_HEADERS_TIMEOUT' }) })],
  ])('is 504 timeout for %s', (_name, error) => {
    expect(engineFailure(error)).toMatchObject({ kind: 'timeout', reason: 'TIMEOUT' });
    expect(isEngineAway(error)).toBe(false);
  });

  it.each([
    ['a fault', new TypeError('x is undefined')],
    ['a unique violation', failure({ code: '23505' })],
    ["Prisma's P2002", failure({ code: 'P2002' })],
    [
      'a column that there is not',
      failure({ code: 'P2039', meta: { driverAdapterError: { cause: { originalCode: '42703' } } } }),
    ],
    ['an S3 server that answers 404', failure({ $metadata: { httpStatusCode: 404 } })],
    ['a deadlock, which the transaction repeats', failure({ code: '40P01' })],
    ['nothing', undefined],
    ['a text', 'ECONNREFUSED'],
  ])('is not seen in %s', (_name, error) => {
    expect(engineFailure(error)).toBeUndefined();
    expect(isEngineAway(error)).toBe(false);
  });

  it('leaves an error of ours as it is, and knows one that says so', () => {
    expect(engineFailure(unavailable('Search is not available.'))).toBeUndefined();
    expect([unavailable('x'), timeout('x'), conflict('LANE_NOT_EMPTY')].map(isEngineAway)).toEqual([
      true,
      false,
      false,
    ]);
    expect(isEngineAway(failure({ cause: failure({ code: 'X', cause: unavailable('x') }) }))).toBe(true);
  });
});
