import type { Database } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { createFetchers } from './fetchers';
import type { FetchDeps } from './fetch-mailbox';

it('logs once that the database is away, and once that it is back', async () => {
  let isAway = false;
  let searches = 0;
  const db = {
    query: () => {
      searches += 1;
      return isAway ? Promise.reject(new Error('away')) : Promise.resolve([]);
    },
  } as unknown as Database;
  const logged: string[] = [];
  const log = {
    info: (words: string) => logged.push(`info: ${words}`),
    warn: (_about: object, words: string) => logged.push(`warn: ${words}`),
  };
  const fetchers = createFetchers(db, { log } as unknown as FetchDeps, 5);
  const searchOften = async (): Promise<void> => {
    const before = searches;
    await eventually(() => expect(searches).toBeGreaterThan(before + 5));
  };
  fetchers.start();
  await searchOften();
  expect(logged).toEqual([]);
  for (const away of [true, false, true]) {
    isAway = away;
    await searchOften();
  }
  await fetchers.stop();
  const [lost, found] = [
    'warn: Mailboxes to fetch cannot be searched for',
    'info: Mailboxes to fetch are searched for again',
  ];
  expect(logged).toEqual([lost, found, lost]);
});

it('searches at once for a mailbox that was changed, also while it searches', async () => {
  const searches: (() => void)[] = [];
  const query = () => new Promise((resolve) => searches.push(() => resolve([])));
  const fetchers = createFetchers({ query } as unknown as Database, {} as unknown as FetchDeps, 3_600_000);
  fetchers.start();
  fetchers.lookNow();
  expect(searches).toHaveLength(1);
  searches[0]?.();
  await eventually(() => expect(searches).toHaveLength(2));
  searches[1]?.();
  await fetchers.stop();
});
