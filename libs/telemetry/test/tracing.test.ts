import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver, testPostgresUrl } from '@parley/testing';
import { runBundle } from './run-bundle';

let receiver: OtlpReceiver;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.close());

const span = (name: string, kind = 1): ReceivedSpan => {
  const found = receiver.spans.find((candidate) => candidate.name === name && candidate.kind === kind);
  if (!found) throw new Error(`no ${name} among ${receiver.spans.map((one) => one.name).join(', ')}`);
  return found;
};

describe('startTracing with an endpoint', () => {
  it('sends spans with their parents, the remote caller above the first, before tracing has ended', async () => {
    const output = await runBundle('manual-spans.ts', { endpoint: `${receiver.endpoint}/` });
    const { caller, sent } = JSON.parse(output) as Record<'caller' | 'sent', string>;
    const [, traceId, callerSpanId] = caller.split('-');
    expect(span('merge tickets')).toMatchObject({
      service: 'tickets',
      traceId,
      parentSpanId: callerSpanId,
      attributes: { 'parley.count': 3 },
    });
    expect(span('store')).toMatchObject({ traceId, parentSpanId: span('merge tickets').spanId });
    expect(sent).toBe(`00-${traceId}-${span('store').spanId}-01`);
  });

  it('marks a failed span with the name of the error and without its message', async () => {
    await runBundle('manual-spans.ts', { endpoint: receiver.endpoint });
    expect(span('fails')).toMatchObject({ attributes: { 'error.type': 'RangeError' }, status: { code: 2 } });
    expect(span('fails').traceId).not.toBe(span('store').traceId);
    expect(JSON.stringify(receiver.spans)).not.toMatch(/ann(@|%40)example/);
  });

  it('changes nothing for the work when the collector is away, and still ends', async () => {
    const gone = await startOtlpReceiver();
    await gone.close();
    const { sent } = JSON.parse(await runBundle('manual-spans.ts', { endpoint: gone.endpoint })) as {
      sent: string;
    };
    expect(sent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(receiver.spans).toEqual([]);
  });

  it('traces HTTP, calls and pg of an ES module bundle as one trace, without personal data', async () => {
    const settings = { endpoint: receiver.endpoint, databaseUrl: testPostgresUrl() };
    expect(await runBundle('traced-app.ts', settings)).toBe('200 ticket');
    const http = span('GET /v3/tickets/:id', 2);
    const sent = span('GetTicket', 3);
    const taken = span('GetTicket', 2);
    const query = receiver.spans.find(({ name }) => name.startsWith('pg.query'));
    expect(http).toMatchObject({ service: 'traced-app', attributes: { 'http.route': '/v3/tickets/:id' } });
    expect(sent).toMatchObject({ traceId: http.traceId, attributes: { 'rpc.system': 'grpc' } });
    expect(taken).toMatchObject({ traceId: http.traceId, parentSpanId: sent.spanId });
    expect(span('load ticket')).toMatchObject({ traceId: http.traceId, parentSpanId: taken.spanId });
    expect(query).toMatchObject({ traceId: http.traceId, kind: 3, parentSpanId: span('load ticket').spanId });
    expect(JSON.stringify(receiver.spans)).not.toMatch(/ann(@|%40)example/);
  });

  it('marks a failed call, and gives a detached span the parent that its message names', async () => {
    const output = await runBundle('open-spans.ts', { endpoint: receiver.endpoint });
    const { caller } = JSON.parse(output) as { caller: string };
    const [, traceId, callerSpanId] = caller.split('-');
    expect(span('handle', 5)).toMatchObject({ traceId, parentSpanId: callerSpanId });
    expect(span('fails', 3)).toMatchObject({
      attributes: { 'error.type': 'RangeError' },
      status: { code: 2 },
    });
    expect(JSON.stringify(receiver.spans)).not.toMatch(/ann(@|%40)example/);
  });
});
