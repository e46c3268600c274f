import { createEvents, eventTablesSql, type NewEvent, topology, type Transport } from '@parley/events';
import { createLogger } from '@parley/telemetry';
import { createTestDatabase } from '@parley/testing';

/** Another service, as far as its events go. */
export interface Producer {
  /** Appends events as the service does with its changes. Answers their ids. */
  tell(events: readonly NewEvent[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts the outbox of another service on a database of its own. */
export const startProducer = async (service: string, transport: Transport): Promise<Producer> => {
  const { db, drop } = await createTestDatabase(`producer_${service}`);
  await db.query(eventTablesSql);
  const log = createLogger({ service, level: 'silent' });
  const events = createEvents({ service, db, transport, topology, log });
  await events.start();
  return {
    tell: async (all) => {
      const ids = await db.transaction((tx) => events.append(tx, all));
      events.wake();
      return ids;
    },
    stop: async () => {
      await events.stop();
      await drop();
    },
  };
};
