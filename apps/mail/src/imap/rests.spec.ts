import { createRests } from './rests';

it('waits 5 s after a failure, doubled up to 10 minutes, and 5 s again after a login', () => {
  const rests = createRests();
  const seconds = Array.from({ length: 9 }, () => rests.next() / 1_000);
  expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
  rests.begin();
  expect(rests.next()).toBe(5_000);
});
