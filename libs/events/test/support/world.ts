import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { newId, openDatabase, type Database } from '@parley/persistence';
import { createTestDatabase, type TestDatabase } from '@parley/testing';
import {
  createEmbeddedBroker,
  createEvents,
  eventTablesSql,
  goneTableSql,
  type Events,
  type EventsOptions,
  type Transport,
} from '../../src';
import { orders, silent } from './orders';

export { orders, placed, record, silent, type Order } from './orders';

/** A transport under test. */
export interface Kit {
  name: string;
  /** The transport of one more process of the same installation. */
  transport(): Transport;
  /** Messages that are still at the broker. */
  leftAtBroker(): Promise<number>;
  close(): Promise<void>;
}

export const embeddedKit = (): Promise<Kit> =>
  Promise.resolve({
    name: 'embedded',
    transport: createEmbeddedBroker,
    leftAtBroker: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  });

/** A kit on a real server; every kit has streams of its own. */
export interface JetStreamKit extends Kit {
  nc: NatsConnection;
  jsm: JetStreamManager;
  stream: string;
}

export const jetStreamKit = async (natsUrl: string): Promise<JetStreamKit> => {
  const prefix = `t${newId()}`;
  const stream = `PARLEY_${prefix.toUpperCase()}_SHOP`;
  const nc = await connect({ servers: natsUrl, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
  const jsm = await jetstreamManager(nc);
  return {
    name: 'JetStream',
    nc,
    jsm,
    stream,
    transport: () => ({ natsUrl, prefix }),
    leftAtBroker: async () => (await jsm.streams.info(stream)).state.messages,
    close: async () => {
      await jsm.streams.delete(stream).catch(() => undefined);
      await nc.close();
    },
  };
};

/** One process with both services: `shop` appends, `depot` handles. */
export interface TestProcess {
  shop: Events;
  depot: Events;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Two service databases and the processes on them. */
export interface World {
  shop: Database;
  depot: Database;
  shopUrl: string;
  depotUrl: string;
  /** Sets up a process; it stops by itself at `reset`. */
  process(options: ProcessOptions): TestProcess;
  /** What the handlers recorded, in order. */
  effects(): Promise<Effect[]>;
  rows(table: 'outbox_event' | 'inbox_event' | 'dead_letter'): Promise<number>;
  /** Stops all processes and empties the tables. */
  reset(): Promise<void>;
  drop(): Promise<void>;
}

export interface ProcessOptions extends Partial<
  Pick<EventsOptions, 'topology' | 'settings' | 'observer' | 'clock' | 'log'>
> {
  transport: Transport;
  /** Written into each effect. */
  name?: string;
}

export interface Effect {
  event_id: string;
  aggregate_id: string;
  number: number;
  process: string;
}

export const createWorld = async (name: string): Promise<World> => {
  const databases: TestDatabase[] = [];
  for (const service of ['shop', 'depot']) databases.push(await createTestDatabase(`${name} ${service}`));
  const [shop, depot] = databases as [TestDatabase, TestDatabase];
  for (const { db } of databases) await db.query(eventTablesSql + goneTableSql);
  await depot.db
    .query(`CREATE TABLE effect (position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, event_id text,
    aggregate_id text, number int, process text)`);
  let processes: TestProcess[] = [];
  let pools: Database[] = [];

  const create = ({
    transport,
    name: label,
    topology = [orders],
    ...options
  }: ProcessOptions): TestProcess => {
    const [shopDb, depotDb] = [shop, depot].map(({ url }) =>
      openDatabase({ url, applicationName: `events ${label ?? ''}`.trim(), onIdleError: () => undefined }),
    ) as [Database, Database];
    const common = { transport, topology, log: silent, ...options };
    const settings = { leaderRetryMs: 50, confirmMs: 50, pollMs: 100, ...options.settings };
    const services = {
      shop: createEvents({ ...common, settings, service: 'shop', db: shopDb }),
      depot: createEvents({ ...common, settings, service: 'depot', db: depotDb }),
    };
    const created: TestProcess = {
      ...services,
      start: async () => {
        await services.shop.start();
        await services.depot.start();
      },
      stop: async () => {
        await Promise.all([services.shop.stop(), services.depot.stop()]);
      },
    };
    processes.push(created);
    pools.push(shopDb, depotDb);
    return created;
  };

  const reset = async (): Promise<void> => {
    await Promise.all(processes.map(({ stop }) => stop()));
    await Promise.all(pools.map((pool) => pool.close()));
    processes = [];
    pools = [];
    for (const { db } of databases)
      await db.query('TRUNCATE outbox_event, inbox_event, dead_letter, work_in_hand, gone_contact');
    await depot.db.query('TRUNCATE effect');
  };

  return {
    shop: shop.db,
    depot: depot.db,
    shopUrl: shop.url,
    depotUrl: depot.url,
    process: create,
    effects: () =>
      depot.db.query<Effect>('SELECT event_id, aggregate_id, number, process FROM effect ORDER BY position'),
    rows: async (table) => {
      const { db } = table === 'outbox_event' ? shop : depot;
      const [row] = await db.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
      return row?.count ?? 0;
    },
    reset,
    drop: async () => {
      await reset();
      await shop.drop();
      await depot.drop();
    },
  };
};

/** The numbers each aggregate was handled with, in order. */
export const numbersByAggregate = (effects: readonly Effect[]): Record<string, number[]> => {
  const byAggregate: Record<string, number[]> = {};
  for (const { aggregate_id: id, number } of effects) (byAggregate[id] ??= []).push(number);
  return byAggregate;
};
