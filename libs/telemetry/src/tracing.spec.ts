import { withSpan } from './span';
import { currentTraceparent, newTraceparent, runWithTraceparent } from './trace-context';
import { startTracing } from './tracing';

it('startTracing without an endpoint records nothing and leaves the traceparent as it is', async () => {
  const stop = await startTracing({ service: 'tickets', endpoint: undefined });
  const caller = newTraceparent();
  const seen = await runWithTraceparent(caller, () =>
    withSpan('work', {}, (span) => [span.isRecording(), currentTraceparent()]),
  );
  await stop();
  expect(seen).toEqual([false, caller]);
});
