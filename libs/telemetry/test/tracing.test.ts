import { currentTraceparent, newTraceparent, runWithTraceparent, startTracing, withSpan } from '../src';
import { type OtlpReceiver, startOtlpReceiver } from './otlp-receiver';

let receiver: OtlpReceiver;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.close());

describe('startTracing with an endpoint', () => {
  it('sends a span with its parent, the remote caller as the root, when tracing ends', async () => {
    const stop = await startTracing({ service: 'tickets', endpoint: `${receiver.endpoint}/` });
    const caller = newTraceparent();
    const [, traceId, callerSpanId] = caller.split('-');

    const sentOn = await runWithTraceparent(caller, () =>
      withSpan('merge tickets', { 'parley.count': 3 }, async () => {
        await new Promise(setImmediate);
        // As a server interceptor would after automatic instrumentation: the active span stays the parent.
        return runWithTraceparent(caller, () => withSpan('store', {}, () => currentTraceparent()));
      }),
    );
    const failure = runWithTraceparent(undefined, () =>
      withSpan('fails', {}, () => Promise.reject(new RangeError('ann@example.com is taken'))),
    );
    await expect(failure).rejects.toThrow(RangeError);
    await stop();

    const named = (name: string) => receiver.spans.find((span) => span.name === name);
    const merge = named('merge tickets');
    const store = named('store');
    expect(merge).toMatchObject({
      service: 'tickets',
      traceId,
      parentSpanId: callerSpanId,
      attributes: { 'parley.count': 3 },
    });
    expect(store).toMatchObject({ traceId, parentSpanId: merge?.spanId });
    expect(sentOn).toBe(`00-${traceId}-${store?.spanId}-01`);
    expect(named('fails')).toMatchObject({ attributes: { 'error.type': 'RangeError' }, status: { code: 2 } });
    expect(named('fails')?.traceId).not.toBe(traceId);
    expect(JSON.stringify(receiver.spans)).not.toContain('ann@example.com');
  });
});
