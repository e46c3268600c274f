import { createEmbeddedBroker } from './embedded/broker';
import type { Log } from './event';
import { createEvents, type EventsOptions } from './events';
import { checkTopology, matching, topology, type Subscription } from './topology';

const entry: Subscription = { durable: 'a-b', stream: 'b', subjects: ['b.v1.x.*'], consumer: 'a' };

describe('the topology', () => {
  it('of the product is valid', () => {
    expect(() => checkTopology(topology)).not.toThrow();
  });

  it.each([
    ['a durable named twice', [entry, entry], 'twice'],
    ['a durable whose name could not be one', [{ ...entry, durable: 'a.b' }], 'no name'],
    ['a durable without subjects', [{ ...entry, subjects: [] }], 'no subjects'],
    ["another service's subject", [{ ...entry, subjects: ['c.v1.x.y'] }], 'which has no "c.v1.x.y"'],
  ])('refuses %s', (_what, all, message) => {
    expect(() => checkTopology(all)).toThrow(message);
  });

  it.each([
    ['b.v1.x.*', 'b.v1.x.made', true],
    ['b.v1.x.*', 'b.v1.x.made.twice', false],
    ['b.v1.x.*', 'b.v1.xx.made', false],
    ['b.v1.x.*', 'bbv1.x.made', false],
    ['b.>', 'b.v1.x.made', true],
    ['b.>', 'bb.v1.x.made', false],
    ['b.v1.x.made', 'b.v1.x.made', true],
    ['b.v1.x.made', 'b.v1.x.madeup', false],
  ])('%s against %s is %s', (pattern, subject, expected) => {
    expect(matching([{ ...entry, subjects: [pattern] }], subject)).toHaveLength(expected ? 1 : 0);
  });

  it('gives nothing to a retired durable', () => {
    expect(matching([{ ...entry, retired: true }], 'b.v1.x.made')).toEqual([]);
  });
});

describe('createEvents', () => {
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const options: EventsOptions = {
    service: 'a',
    // Nothing below reaches the database.
    db: {} as EventsOptions['db'],
    transport: createEmbeddedBroker(),
    topology: [
      entry,
      { ...entry, durable: 'a-old', retired: true },
      { ...entry, durable: 'c-b', consumer: 'c' },
    ],
    log,
  };
  const handler = (): Promise<void> => Promise.resolve();

  it.each(['a-old', 'c-b', 'unknown'])('refuses a handler for %s, which is not its durable', (durable) => {
    expect(() => createEvents(options).subscribe(durable, handler)).toThrow('does not give the durable');
  });

  it('refuses a second handler for a durable', () => {
    const events = createEvents(options);
    events.subscribe('a-b', handler);
    expect(() => events.subscribe('a-b', handler)).toThrow('has a handler already');
  });

  it("refuses to append another service's event", async () => {
    const foreign = { subject: 'b.v1.x.made', projectId: 'p', aggregateId: 'x', payload: {} };
    await expect(createEvents(options).append(options.db, [foreign])).rejects.toThrow(
      'no event of the service "a"',
    );
  });

  it('is unhealthy before its start', async () => {
    await expect(createEvents(options).health()).rejects.toThrow('not running');
  });

  it('does not start without its NATS server and names it, but not its password', async () => {
    const events = createEvents({ ...options, transport: { natsUrl: 'nats://parley:secret@127.0.0.1:1' } });
    const message = await events.start().then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain('Cannot reach NATS at nats://127.0.0.1:1');
    expect(message).not.toContain('secret');
  });
});
