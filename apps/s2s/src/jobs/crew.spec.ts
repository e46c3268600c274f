import { setImmediate as turn } from 'node:timers/promises';
import { createCrew } from './crew';

/** A crew of two that takes on three at most, what it began, and how the work on one ends. */
const crewOf = (due: string[]) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const crew = createCrew({
    ...{ atATime: 2, together: 3 },
    claim: (limit) => Promise.resolve(due.splice(0, limit)),
    work: (one: string) => {
      begun.push(one);
      return new Promise<void>((resolve) => ends.set(one, resolve));
    },
  });
  return { crew, begun, end: (one: string): void => ends.get(one)?.() };
};
const going = new AbortController().signal;

describe('a crew', () => {
  it('works on so many at a time, and takes on more once all have begun, however long one of them takes', async () => {
    const due = ['slow', 'a', 'b', 'c', 'd'];
    const { crew, begun, end } = crewOf(due);
    const first = crew.round(going);
    await turn();
    expect(begun).toEqual(['slow', 'a']);
    end('a');
    expect(await first).toBe(true);
    expect(begun).toEqual(['slow', 'a', 'b']);
    const second = crew.round(going);
    await turn();
    end('b');
    await turn();
    end('c');
    expect(await second).toBe(false);
    expect(begun).toEqual(['slow', 'a', 'b', 'c', 'd']);
  });

  it('begins nothing after it is stopped, and is idle when the last one ends', async () => {
    const { crew, begun, end } = crewOf(['a', 'b', 'c']);
    const stopping = new AbortController();
    const round = crew.round(stopping.signal);
    await turn();
    stopping.abort();
    let isIdle = false;
    const idle = crew.idle().then(() => (isIdle = true));
    end('a');
    expect(await round).toBe(false);
    await turn();
    expect(isIdle).toBe(false);
    end('b');
    await idle;
    expect(begun).toEqual(['a', 'b']);
  });
});
