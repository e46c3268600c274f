import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@parley/testing';
import { operationCalls, startTestGateway } from './support/gateway';
import { PROJECT, TICKET } from './support/identities';
import { keyedTickets } from './support/keyed-tickets';
import { HOLDER_LOCKS } from '../src/idempotency/idempotency.store';

describe('idempotency keys of clients, connections and processes that go', () => {
  const its = keyedTickets();
  const { newKey, create } = its;

  const HELD = `locktype = 'advisory' AND classid::bigint = ${HOLDER_LOCKS} AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

  /** Numbers of the gateways on this database, once there are so many. */
  const holders = (count: number): Promise<number[]> =>
    eventually(async () => {
      const rows = await its.gateway.database.db.query<{ number: string }>(
        `SELECT objid AS number FROM pg_locks WHERE ${HELD}`,
      );
      expect(rows).toHaveLength(count);
      return rows.map(({ number }) => Number(number));
    });

  /** Cuts the connections by which these gateways show that they live. */
  const cutHolders = async (): Promise<void> => {
    const { db } = its.gateway.database;
    const cut = await db.query<{ number: string; gone: boolean }>(
      `SELECT objid AS number, pg_terminate_backend(pid) AS gone FROM pg_locks WHERE ${HELD}`,
    );
    await eventually(async () => {
      const numbers = cut.map(({ number }) => Number(number));
      const left = await db.query(
        `SELECT 1 FROM pg_locks WHERE ${HELD} AND objid::bigint = ANY($1::bigint[])`,
        [numbers],
      );
      expect(left).toEqual([]);
    });
  };

  /** Resolves once the gateway has seen a later client go, and so every earlier one. */
  const untilDisconnectsAreSeen = async (): Promise<void> => {
    const abort = new AbortController();
    const seen = new Promise<void>((resolve) => {
      its.gateway.answers['listTickets'] = (_request, { signal }) => {
        signal.addEventListener('abort', () => resolve());
        abort.abort();
        return new Promise(() => undefined);
      };
    });
    const headers = { authorization: `Bearer ${its.gateway.tokens.admin}`, project: PROJECT };
    await fetch(`${its.gateway.url}/v3/tickets`, { headers, signal: abort.signal }).catch(() => undefined);
    await seen;
  };

  it('let a request finish whose client went away, so that a repeat finds its answer', async () => {
    const key = newKey();
    const abort = new AbortController();
    let finish = (): void => undefined;
    its.gateway.answers['createTicket'] = (_request, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
        finish = () => {
          its.created += 1;
          resolve({ ticket: { id: TICKET } });
        };
      });
    const headers = {
      authorization: `Bearer ${its.gateway.tokens.admin}`,
      project: PROJECT,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const gone = fetch(`${its.gateway.url}/v3/tickets`, {
      method: 'POST',
      headers,
      body: '{"title":"x"}',
      signal: abort.signal,
    }).catch(() => 'gone');
    while (operationCalls(its.gateway.calls).length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    expect(await gone).toBe('gone');
    await untilDisconnectsAreSeen();
    finish();
    const repeat = await create(key);
    expect(repeat.status).toBe(200);
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(its.created).toBe(1);
  });

  it('let a stopping gateway store the answer of a request whose client went away', async () => {
    const stopping = await startTestGateway({ database: its.gateway.database });
    let finish = (): void => undefined;
    stopping.answers['createTicket'] = () =>
      new Promise((resolve) => {
        finish = () => resolve({ ticket: { id: TICKET, title: 'late' } });
      });
    const key = newKey();
    const abort = new AbortController();
    const gone = fetch(`${stopping.url}/v3/tickets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stopping.tokens.admin}`,
        project: PROJECT,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: '{"title":"x"}',
      signal: abort.signal,
    }).catch(() => 'gone');
    while (operationCalls(stopping.calls).length === 0) await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    await gone;
    const stopped = stopping.stop();
    // Time for a gateway that would not wait to close its database.
    await sleep(200);
    finish();
    await stopped;
    expect(await create(key)).toMatchObject({ status: 200, body: { title: 'late' } });
    expect(its.created).toBe(0);
  });

  it('free a claim at once when its process dies, whose lock goes with its connection', async () => {
    const key = newKey();
    const dying = await startTestGateway({ database: its.gateway.database });
    const effects: (string | undefined)[] = [];
    let finish = (): void => undefined;
    dying.answers['createTicket'] = (_request, { idempotencyKey }) => {
      effects.push(idempotencyKey);
      return new Promise((resolve) => {
        finish = () => resolve({ ticket: { id: TICKET, title: 'late' } });
      });
    };
    its.gateway.answers['createTicket'] = async (_request, { idempotencyKey }) => {
      effects.push(idempotencyKey);
      return { ticket: { id: TICKET, title: 'again' } };
    };
    const first = dying.api('POST', '/tickets', {
      body: { title: 'x' },
      headers: { 'idempotency-key': key },
    });
    while (effects.length === 0) await sleep(1);
    expect(await create(key)).toMatchObject({ status: 409, body: { code: 'idempotency_in_flight' } });

    // What the server does with the connections of a process that is killed.
    await cutHolders();
    expect(await create(key)).toMatchObject({ status: 200, body: { title: 'again' } });
    expect(effects).toHaveLength(2);
    expect(effects[1]).toBe(effects[0]);
    // The first turns out to live after all: its answer does not replace the one that was given.
    finish();
    expect(await first).toMatchObject({ status: 200 });
    expect(await create(key)).toMatchObject({ status: 200, body: { title: 'again' } });
    await dying.stop();
  });

  it('are signed anew when the connection that holds the lock was lost', async () => {
    const { db } = its.gateway.database;
    const before = await holders(1);
    await cutHolders();
    const after = await eventually(async () => {
      const numbers = await holders(1);
      expect(numbers).not.toEqual(before);
      return numbers;
    });
    await create(newKey());
    const rows = await db.query<{ holder: number }>('SELECT holder FROM idempotency_keys');
    expect(rows.map(({ holder }) => holder)).toContain(after[0]);
  });

  it('keep an answer that could not be kept at first as soon as that is possible', async () => {
    const { db } = its.gateway.database;
    const key = newKey();
    await db.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space' USING ERRCODE = '53100'; END $$`,
    );
    await db.query(
      `CREATE TRIGGER full_disk BEFORE UPDATE OF answer ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    expect(await create(key)).toMatchObject({ status: 200, body: { title: 'number 1' } });
    await db.query('DROP FUNCTION refuse CASCADE');
    const repeat = await create(key);
    expect(repeat).toMatchObject({ status: 200, body: { title: 'number 1' } });
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(its.created).toBe(1);
  });

  it('free a claim whose process hangs once its lease is over', async () => {
    const key = newKey();
    const effects: (string | undefined)[] = [];
    its.gateway.answers['createTicket'] = async (_request, { idempotencyKey }) => {
      effects.push(idempotencyKey);
      its.created += 1;
      return { ticket: { id: TICKET } };
    };
    await create(key);
    await its.gateway.database.db.query(
      `UPDATE idempotency_keys SET answer = NULL, lease_until = now() - interval '1 second'`,
    );
    const again = await create(key);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect(its.created).toBe(2);
    expect(effects[1]).toBe(effects[0]);
  });
});
