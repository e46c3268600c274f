import { eventually } from '@parley/testing';
import { join } from 'node:path';
import { createThreads } from '../src/threads';

const file = join(__dirname, 'fixtures/greedy.mjs');
const refusal = (what: string) => ({
  kind: 'tooLarge',
  message: expect.stringContaining(`too much ${what}`) as string,
});

describe('a task', () => {
  it('is ended when it takes too much time, and others go on', async () => {
    const run = createThreads({ file, timeLimitMs: 500 });
    const greedy = [1, 2].map(() => run({ name: 'time', args: [] }));
    // A busy machine may need longer to start a thread than the time of a task.
    const little = eventually(() => run({ name: 'little', args: [] }));
    for (const task of greedy) await expect(task).rejects.toMatchObject(refusal('time'));
    expect(await little).toEqual({ result: 'little' });
  });

  it('is ended when it takes too much memory, and others go on', async () => {
    const run = createThreads({ file, timeLimitMs: 120_000, memoryMb: 32 });
    const greedy = [1, 2].map(() => run({ name: 'memory', args: [] }));
    const little = run({ name: 'little', args: [] });
    for (const task of greedy) await expect(task).rejects.toMatchObject(refusal('memory'));
    expect(await little).toEqual({ result: 'little' });
  });
});
