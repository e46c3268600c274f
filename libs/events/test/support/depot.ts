import { openDatabase } from '@parley/persistence';
import { createEmbeddedBroker, createEvents, type Transport } from '../../src';
import { orders, record, silent, type Order } from './orders';

/** How `depot` fares with an order. */
export interface Fate {
  number: number;
  /** Ends the process with kill -9 or with an error that no code catches, blocks its thread, or has the handler throw. */
  fate?: 'dies' | 'bursts' | 'freezes' | 'fails';
}

/** Runs both services in this process until it ends. */
export const startDepot = async (
  shopUrl: string,
  depotUrl: string,
  natsUrl?: string,
  prefix?: string,
): Promise<void> => {
  const transport: Transport =
    natsUrl === undefined ? createEmbeddedBroker() : { natsUrl, ...(prefix && { prefix }) };
  const settings = { leaderRetryMs: 50, confirmMs: 50, pollMs: 100, stopDeadlineMs: 100 };
  const common = { transport, topology: [orders], log: silent, settings };
  const [shopDb, depotDb] = [shopUrl, depotUrl].map((url) =>
    openDatabase({ url, applicationName: 'depot', onIdleError: () => undefined }),
  );
  if (!shopDb || !depotDb) throw new Error('There are two databases');
  const shop = createEvents({ ...common, service: 'shop', db: shopDb });
  const depot = createEvents({ ...common, service: 'depot', db: depotDb });
  depot.subscribe<Order & Fate>(
    'depot-orders',
    async (event, tx) => {
      const { fate } = event.payload;
      if (fate === 'fails' || fate === 'freezes')
        await depotDb.query('INSERT INTO failure (number) VALUES ($1)', [event.payload.number]);
      if (fate === 'fails') throw new Error('It fails again and again');
      // What is handled beside it is in the middle of its work when the process dies.
      if (fate === undefined) await tx.query('SELECT pg_sleep(0.05)');
      if (fate === 'dies') process.kill(process.pid, 'SIGKILL');
      if (fate === 'freezes') for (;;);
      if (fate === 'bursts') {
        setImmediate(() => {
          throw new Error('An error that no code catches');
        });
        await new Promise(() => undefined);
      }
      await record(tx, event);
    },
    { attempts: 1_000_000, backoff: () => 20, concurrency: 4 },
  );
  process.on('uncaughtException', () => {
    // As services do: what is in flight has some time, and everything is closed.
    void Promise.all([shop.stop(), depot.stop()]).then(() => process.exit(1));
  });
  await shop.start();
  await depot.start();
};
