import { atEachMultiple, untilNext } from './index';

it.each([
  [5_000, 1_000],
  [5_300, 700],
  [5_900, 100],
  // A timer that fires a little early must not make two rounds of one.
  [5_901, 1_099],
  [5_999.5, 1_000.5],
])('at %d ms the next whole second that is worth waiting for is %d ms away', (now, wait) => {
  expect(untilNext(1_000, now)).toBe(wait);
});

it('works again and again until it is stopped', async () => {
  let times = 0;
  await new Promise<void>((resolve) => {
    const stop = atEachMultiple(20, () => {
      times += 1;
      if (times < 3) return;
      stop();
      resolve();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(times).toBe(3);
});
