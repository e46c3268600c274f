import { createServer } from 'node:net';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { currentTraceparent, newTraceparent, runWithTraceparent, startTracing, withSpan } from '../src';

it('startTracing without an endpoint records nothing and leaves the traceparent as it is', async () => {
  const stop = await startTracing({ service: 'tickets', endpoint: undefined });
  const caller = newTraceparent();
  const seen = await runWithTraceparent(caller, () =>
    withSpan('work', {}, (span) => [span.isRecording(), currentTraceparent()]),
  );
  await stop();
  expect(seen).toEqual([false, caller]);
});

it('ending tracing does not fail when the collector is away', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const stop = await startTracing({ service: 'tickets', endpoint: `http://127.0.0.1:${port}` });
  await expect(withSpan('work', {}, () => 1)).resolves.toBe(1);
  await expect(stop()).resolves.toBeUndefined();
});
