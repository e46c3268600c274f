import { withSpan } from './span';
import { currentTraceId, currentTraceparent, newTraceparent, runWithTraceparent } from './trace-context';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('with tracing off', () => {
  it('newTraceparent makes a valid W3C traceparent, each time of another trace', () => {
    const made = Array.from({ length: 1000 }, () => newTraceparent());
    for (const one of made) expect(one).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/);
    expect(new Set(made.map((one) => one.slice(3, 35))).size).toBe(1000);
  });

  it('there is no trace outside a run', () => {
    expect([currentTraceparent(), currentTraceId()]).toEqual([undefined, undefined]);
  });

  it('a given traceparent is in force across awaits and through withSpan, and ends with the run', async () => {
    const seen = await runWithTraceparent(traceparent, async () => {
      await new Promise(setImmediate);
      return withSpan('work', { batch: 1 }, async () => {
        await Promise.resolve();
        return [currentTraceparent(), currentTraceId()];
      });
    });
    expect(seen).toEqual([traceparent, '4bf92f3577b34da6a3ce929d0e0e4736']);
    expect(currentTraceparent()).toBeUndefined();
  });

  it.each([
    undefined,
    '',
    'nonsense',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    `${traceparent}-more`,
  ])('begins a new trace for the traceparent %j', (given) => {
    const seen = runWithTraceparent(given, currentTraceparent);
    expect(seen).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(seen).not.toContain('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it('keeps the trace in force when none is given, and changes to another that is', () => {
    const other = newTraceparent();
    expect(runWithTraceparent(traceparent, () => runWithTraceparent(undefined, currentTraceparent))).toBe(
      traceparent,
    );
    expect(runWithTraceparent(traceparent, () => runWithTraceparent(other, currentTraceparent))).toBe(other);
  });

  it('keeps the flags of a trace that is not sampled', () => {
    const unsampled = traceparent.replace(/1$/, '0');
    expect(runWithTraceparent(unsampled, currentTraceparent)).toBe(unsampled);
  });

  it('withSpan answers what the work answers and passes its failure on', async () => {
    await expect(withSpan('work', {}, () => 42)).resolves.toBe(42);
    await expect(withSpan('work', {}, () => Promise.reject(new RangeError('no')))).rejects.toThrow(
      RangeError,
    );
  });
});
