import type { Sql } from '@parley/persistence';
import type { DomainEvent, Log, NewEvent, Subscription } from '../../src';

export const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** What the test's handlers do: one row per handled event. */
export interface Order {
  number: number;
}

export const orders: Subscription = {
  durable: 'depot-orders',
  stream: 'shop',
  subjects: ['shop.v1.order.*'],
  consumer: 'depot',
};

export const placed = (aggregateId: string, number: number, verb = 'placed'): NewEvent => ({
  subject: `shop.v1.order.${verb}`,
  projectId: 'project',
  aggregateId,
  payload: { number },
});

/** Records an effect as part of the handler's transaction. */
export const record = async (tx: Sql, event: DomainEvent<Order>, process = ''): Promise<void> => {
  await tx.query('INSERT INTO effect (event_id, aggregate_id, number, process) VALUES ($1, $2, $3, $4)', [
    event.id,
    event.aggregateId,
    event.payload.number,
    process,
  ]);
};
