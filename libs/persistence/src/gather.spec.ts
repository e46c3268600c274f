import { gather, gatherBy } from './gather';

interface Trip {
  keys: readonly string[];
  end(): void;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('keys gathered by group', () => {
  let trips: Trip[];
  const ask = gatherBy<string, string>(
    (key) => key.charAt(0),
    (keys) =>
      new Promise((resolve) => {
        const answers = keys.map((key) => (key.endsWith('!') ? new Error(key) : key.toUpperCase()));
        trips.push({ keys, end: () => resolve(answers) });
      }),
    { maxBatch: 2, atATime: 1 },
  );

  beforeEach(() => {
    trips = [];
  });

  it('go on one trip of their group after the other, and beside those of other groups', async () => {
    const asked = ['a1', 'a2', 'a3', 'b1'].map(ask);
    await turn();
    expect(trips.map(({ keys }) => keys)).toEqual([['a1', 'a2'], ['b1']]);
    trips.forEach(({ end }) => end());
    await turn();
    expect(trips.slice(2).map(({ keys }) => keys)).toEqual([['a3']]);
    trips[2]?.end();
    expect(await Promise.all(asked)).toEqual(['A1', 'A2', 'A3', 'B1']);
  });

  it('fail alone', async () => {
    const asked = Promise.allSettled(['a1', 'a!'].map(ask));
    await turn();
    trips[0]?.end();
    expect((await asked).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});

describe('keys gathered for some time', () => {
  const begin = (everyMs: number) => {
    const trips: string[][] = [];
    const ask = gather<string, string>(
      async (keys) => {
        trips.push([...keys]);
        return [...keys];
      },
      { maxBatch: 3, atATime: 1, everyMs },
    );
    return { ask, trips };
  };

  it('go together after the first, which starts at once', async () => {
    const { ask, trips } = begin(100);
    await ask('a');
    const second = ask('b');
    await turn();
    await Promise.all([second, ask('c')]);
    expect(trips).toEqual([['a'], ['b', 'c']]);
  });

  it('do not wait once they fill a batch', async () => {
    const { ask, trips } = begin(600_000);
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(ask).slice(0, 6));
    expect(trips).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
  });
});
