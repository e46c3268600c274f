import { join } from 'node:path';
import { createThreads } from '../src/threads';

describe('a task', () => {
  it('is ended when it takes too much time or memory, and others go on', async () => {
    const run = createThreads({
      file: join(__dirname, 'fixtures/greedy.mjs'),
      timeLimitMs: 500,
      memoryMb: 32,
    });
    const outcomes = await Promise.allSettled(
      ['time', 'memory', 'little'].map((name) => run({ name, args: [] })),
    );
    expect(outcomes).toMatchObject([
      { reason: { kind: 'tooLarge', message: expect.stringContaining('too much time') as string } },
      { reason: { kind: 'tooLarge', message: expect.stringContaining('too much') as string } },
      { value: { result: 'little' } },
    ]);
  });
});
