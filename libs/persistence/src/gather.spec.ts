import { setTimeout as sleep } from 'node:timers/promises';
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

describe('trips with a rest', () => {
  const REST_MS = 200;
  let trips: Trip[];
  let began: number[];
  let ask: (key: string) => Promise<string>;
  beforeEach(() => {
    trips = [];
    began = [];
    ask = gather<string, string>(
      (keys) =>
        new Promise((resolve) => {
          began.push(performance.now());
          trips.push({ keys, end: () => resolve([...keys]) });
        }),
      { maxBatch: 3, atATime: 1, restMs: REST_MS },
    );
  });
  const tripsAre = async (count: number): Promise<void> => {
    while (trips.length < count) await sleep(5);
  };

  it('leave those that came meanwhile time to become more', async () => {
    const first = ask('a');
    await tripsAre(1);
    const asked = [ask('b')];
    trips[0]?.end();
    await first;
    asked.push(ask('c'));
    await tripsAre(2);
    expect(trips[1]?.keys).toEqual(['b', 'c']);
    expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThanOrEqual(REST_MS - 2);
    trips[1]?.end();
    expect(await Promise.all(asked)).toEqual(['b', 'c']);
  });

  it('go at once when nobody came meanwhile, and when more than a batch did', async () => {
    for (const key of ['a', 'b']) {
      const asked = ask(key);
      await turn();
      expect(trips.at(-1)?.keys).toEqual([key]);
      if (key === 'a') trips.at(-1)?.end();
      if (key === 'a') await asked;
    }
    const asked = ['c', 'd', 'e', 'f'].map(ask);
    await turn();
    trips[1]?.end();
    await turn();
    expect(trips[2]?.keys).toEqual(['c', 'd', 'e']);
    trips[2]?.end();
    await tripsAre(4);
    trips[3]?.end();
    expect(await Promise.all(asked)).toEqual(['c', 'd', 'e', 'f']);
  });
});
