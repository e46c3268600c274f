import { createLogger, type LoggerOptions } from './logger';
import { requestContext } from './request-context';
import { runWithTraceparent } from './trace-context';

const recorded = (options: Partial<LoggerOptions> = {}) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: 'tickets', level: 'info', destination, ...options });
  return { log, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

describe('createLogger', () => {
  it('writes one JSON line with level, ISO time, service and message', () => {
    const { log, entries } = recorded();
    log.info({ ticketId: 'a1' }, 'ticket created');
    expect(entries()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*T.*\.\d{3}Z$/),
        service: 'tickets',
        ticketId: 'a1',
        msg: 'ticket created',
      },
    ]);
  });

  it('leaves out lines below its level', () => {
    const { log, lines } = recorded({ level: 'warn' });
    log.info('quiet');
    log.warn('loud');
    expect(lines).toHaveLength(1);
  });

  it('marks lines with the request, project and trace in force, across awaits', async () => {
    const { log, entries } = recorded();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await runWithTraceparent(`00-${traceId}-00f067aa0ba902b7-01`, () =>
      requestContext.run({ requestId: 'r1' }, async () => {
        await Promise.resolve();
        requestContext.run({ projectId: 'p1' }, () => log.info('inside'));
        log.info('without project');
      }),
    );
    log.info('outside');
    expect(entries()).toMatchObject([
      { msg: 'inside', requestId: 'r1', projectId: 'p1', traceId },
      { msg: 'without project', requestId: 'r1', traceId },
      { msg: 'outside' },
    ]);
    expect(entries()[1]).not.toHaveProperty('projectId');
    expect(entries()[2]).not.toHaveProperty('requestId');
    expect(entries()[2]).not.toHaveProperty('traceId');
  });

  it('keeps the contexts of concurrent requests apart', async () => {
    const { log, entries } = recorded();
    const request = (requestId: string): Promise<void> =>
      requestContext.run({ requestId }, async () => {
        await new Promise(setImmediate);
        log.info({ expected: requestId }, 'done');
      });
    await Promise.all(['r1', 'r2', 'r3'].map(request));
    expect(entries()).toHaveLength(3);
    for (const { requestId, expected } of entries()) expect(requestId).toBe(expected);
  });

  it.each([
    'authorization',
    'cookie',
    'set-cookie',
    'api-token',
    'apiToken',
    'svc-hash',
    'svcHash',
    'password',
    'token',
    'code',
    'secret',
    'sessionSecret',
  ])('redacts %s at the top and in nested objects', (key) => {
    const { log, lines } = recorded();
    log.info(
      { [key]: 'hunter2', body: { [key]: 'hunter2' }, req: { headers: { [key]: 'hunter2', accept: '*/*' } } },
      'x',
    );
    log.child({ [key]: 'hunter2' }).info('child');
    expect(lines.join('')).not.toContain('hunter2');
    expect(lines[0]).toContain('*/*');
    expect(lines[0]?.match(/\[redacted\]/g)).toHaveLength(3);
  });

  it('writes of an error its type, message, code, stack and cause, and nothing else', () => {
    const { log, lines, entries } = recorded();
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.com) exists',
    });
    log.error({ err: new TypeError('cannot save', { cause }) }, 'failed');
    expect(entries()[0]?.['err']).toEqual({
      type: 'TypeError',
      message: 'cannot save',
      stack: expect.stringContaining('logger.spec'),
      cause: { type: 'Error', message: 'duplicate key', code: '23505', stack: expect.any(String) },
    });
    expect(lines[0]).not.toContain('ann@example.com');
  });

  it('takes an error as the first argument', () => {
    const { log, entries } = recorded();
    log.error(new RangeError('too far'));
    expect(entries()).toMatchObject([{ level: 'error', msg: 'too far', err: { type: 'RangeError' } }]);
  });

  it('writes readable lines on request, still redacted', () => {
    const { log, lines } = recorded({ pretty: true });
    log.warn({ token: 'hunter2' }, 'careful');
    expect(lines.join('')).toMatch(/WARN.*careful/);
    expect(lines.join('')).not.toContain('hunter2');
    expect(lines.join('')).not.toMatch(/^\{/);
  });
});
