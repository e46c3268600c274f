import { createOutageLog } from './index';

it('logs the first failure of an outage, then one in 10 s, with the number of those between', () => {
  const lines: unknown[] = [];
  let time = 0;
  const tell = createOutageLog(
    { warn: ((fields: object, message: string) => void lines.push({ ...fields, message })) as never },
    { what: 'Rounds of a worker', now: () => time },
  );
  const error = new Error('gone');
  for (time of [0, 1, 9_999, 10_000, 10_001]) tell(error, { method: 'm' });
  const message = 'Rounds of a worker fail because something is away';
  expect(lines).toEqual([
    { err: error, method: 'm', unsaid: 0, message },
    { err: error, method: 'm', unsaid: 2, message },
  ]);
});
