import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { openQueries, type Queries } from './queries';

/** A server that answers nothing. */
let silent: Socket;
let queries: Queries;
beforeEach(async () => {
  silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'setImmediate'] });
  queries = openQueries([`127.0.0.1:${silent.address().port}`]);
});
afterEach(() => {
  queries.close();
  silent.close();
  jest.useRealTimers();
});

/** The code of the failure of a query, and the time of the test at which it came. */
const ask = (domain: string): Promise<[string, number]> =>
  queries.resolve(domain, 'TXT').then(
    () => ['answered', Date.now()],
    ({ code }: { code: string }) => [code, Date.now()],
  );
/** Lets time pass, a second at once, and each second come to its end. */
const pass = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) {
    jest.advanceTimersByTime(1_000);
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }
};

it('ends queries for keys and SPF after 8 s, and those for policies after 16 s', async () => {
  const all = ['s._domainkey.a.example', 'a.example', '_dmarc.a.example'].map(ask);
  await pass(20);
  expect(await Promise.all(all)).toEqual([
    ['ECANCELLED', 8_000],
    ['ECANCELLED', 8_000],
    ['ECANCELLED', 16_000],
  ]);
});

it('begins none after its limit', async () => {
  await pass(9);
  expect(await ask('a.example')).toEqual(['ETIMEOUT', 9_000]);
  const policy = ask('_dmarc.a.example');
  await pass(7);
  expect(await policy).toEqual(['ECANCELLED', 16_000]);
  expect(await ask('_dmarc.b.example')).toEqual(['ETIMEOUT', 16_000]);
});
