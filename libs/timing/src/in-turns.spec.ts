import { setImmediate as turn } from 'node:timers/promises';
import { mapInTurns } from './index';

const busy = (milliseconds: number): void => {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
};

describe('work in turns', () => {
  it('answers in the order of the list', async () => {
    expect(await mapInTurns([3, 1, 2], (n) => n * 2)).toEqual([6, 2, 4]);
    expect(await mapInTurns([], String)).toEqual([]);
  });

  it('lets other work of the process have its turn', async () => {
    let done = 0;
    const working = mapInTurns(Array.from({ length: 20 }), () => {
      busy(5);
      done += 1;
    });
    await turn();
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(20);
    await working;
    expect(done).toBe(20);
  });

  it('ends when nobody wants the answer any more', async () => {
    const stopping = new AbortController();
    const working = mapInTurns(Array.from({ length: 20 }), () => busy(5), stopping.signal);
    stopping.abort(new Error('enough'));
    await expect(working).rejects.toThrow('enough');
  });
});
