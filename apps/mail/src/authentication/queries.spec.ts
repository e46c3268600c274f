import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openQueries, type Queries } from './queries';

/** A server that answers nothing. */
let silent: Socket;
let queries: Queries;
const began = { at: 0 };
beforeEach(async () => {
  silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  queries = openQueries([`127.0.0.1:${silent.address().port}`], { others: 200, policies: 400 });
  began.at = performance.now();
});
afterEach(() => {
  queries.close();
  silent.close();
});

/** The code of the failure of a query, and after how many tenths of a second it came. */
const ask = (domain: string): Promise<[string, number]> =>
  queries.resolve(domain, 'TXT').then(
    () => ['answered', 0],
    ({ code }: { code: string }) => [code, Math.round((performance.now() - began.at) / 100)],
  );

it('ends queries for keys and SPF at the first limit, and those for policies at the second', async () => {
  const all = ['s._domainkey.a.example', 'a.example', '_dmarc.a.example'].map(ask);
  expect(await Promise.all(all)).toEqual([
    ['ECANCELLED', 2],
    ['ECANCELLED', 2],
    ['ECANCELLED', 4],
  ]);
});

it('begins none after its limit', async () => {
  await sleep(250);
  expect(await ask('a.example')).toEqual(['ETIMEOUT', expect.any(Number)]);
  expect(await ask('_dmarc.a.example')).toEqual(['ECANCELLED', 4]);
  expect(await ask('_dmarc.b.example')).toEqual(['ETIMEOUT', 4]);
});

it('has 8 s for keys and SPF, and 16 s for policies', () => {
  jest.useFakeTimers();
  const begin = jest.spyOn(globalThis, 'setTimeout');
  openQueries([]).close();
  expect(begin.mock.calls.map(([, ms]) => ms)).toEqual([8_000, 16_000]);
  begin.mockRestore();
  jest.useRealTimers();
});
