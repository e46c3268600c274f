import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describeWith, engineUrl, eventually } from '@parley/testing';
import type { NewEvent } from '../src';
import type { Fate } from './support/depot';
import { createWorld, embeddedKit, jetStreamKit, placed, type Kit, type World } from './support/world';

const script = join(__dirname, 'fixtures/depot.mjs');

const order = (aggregateId: string, number: number, fate?: Fate['fate']): NewEvent => ({
  ...placed(aggregateId, number),
  payload: { number, ...(fate && { fate }) },
});

const transports = [
  { name: 'embedded', run: describe, open: embeddedKit },
  {
    name: 'JetStream',
    run: describeWith('nats'),
    open: (): Promise<Kit> => jetStreamKit(engineUrl('nats') ?? ''),
  },
];

for (const { name, run, open } of transports)
  run(`an event that ends its process over ${name}`, () => {
    let world: World;
    let kit: Kit;
    let child: ChildProcess | undefined;

    beforeAll(async () => {
      world = await createWorld(`events deaths ${name}`);
      await world.depot.query('CREATE TABLE failure (number integer)');
    });
    beforeEach(async () => {
      kit = await open();
    });
    afterEach(async () => {
      if (child?.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      await world.reset();
      await world.depot.query('TRUNCATE failure');
      await kit.close();
    });
    afterAll(() => world.drop());

    /** Starts a process on the events; answers a promise of its end. */
    const start = (): Promise<unknown> => {
      const transport = kit.transport();
      const broker = 'natsUrl' in transport ? [transport.natsUrl, transport.prefix ?? ''] : [];
      child = spawn(process.execPath, [script, world.shopUrl, world.depotUrl, ...broker], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      return once(child, 'exit');
    };

    const append = (events: readonly NewEvent[]): Promise<unknown> =>
      world.shop.transaction((tx) => world.process({ transport: kit.transport() }).shop.append(tx, events));

    const handled = async (): Promise<number[]> =>
      (await world.effects()).map(({ number }) => number).sort((a, b) => a - b);

    /** Waits until handlers have failed, or frozen their process, so often. */
    const failures = (count: number): Promise<void> =>
      eventually(async () => {
        expect((await world.depot.query('SELECT FROM failure')).length).toBeGreaterThanOrEqual(count);
      });

    const letters = (): Promise<unknown[]> =>
      world.depot.query('SELECT subject, payload, attempts, error FROM dead_letter ORDER BY payload');

    it.each([
      { what: 'kill -9', fate: 'dies' },
      { what: 'an error that no code caught', fate: 'bursts' },
      { what: 'the end of a process that it froze', fate: 'freezes' },
    ] as const)(
      'is set aside after the death that made it suspect and 3 in hand, by $what; all others are handled, those that were in hand beside it too',
      async ({ fate }) => {
        await append([
          ...[1, 2, 3].map((number) => order(`before-${number}`, number)),
          order('poison', 4, fate),
          order('poison', 5),
          ...[6, 7, 8, 9, 10].map((number) => order(`beside-${number}`, number)),
        ]);
        for (let deaths = 1; deaths <= 4; deaths += 1) {
          const gone = start();
          if (fate === 'freezes') {
            await failures(deaths);
            child?.kill('SIGKILL');
          }
          await gone;
        }
        expect(await letters()).toEqual([]);
        void start();
        await eventually(async () => expect(await handled()).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10]));
        expect(await letters()).toEqual([
          {
            subject: 'shop.v1.order.placed',
            payload: { number: 4, fate },
            attempts: 3,
            error: expect.stringContaining('set aside') as string,
          },
        ]);
        await eventually(async () => {
          expect(await world.rows('outbox_event')).toBe(0);
          expect(await kit.leftAtBroker()).toBe(0);
        });
        // A process that dies right after an event was handled leaves its row, and nothing takes it again.
        const unhandled = `SELECT FROM work_in_hand w WHERE item <> ''
          AND NOT EXISTS (SELECT FROM inbox_event i WHERE i.event_id = w.item)`;
        expect(await world.depot.query(unhandled)).toEqual([]);
      },
    );

    it('is told from one that fails for ever, which is tried again however often the process is killed', async () => {
      await append([order('failing', 1, 'fails'), order('whole', 2)]);
      for (let kills = 1; kills <= 5; kills += 1) {
        const gone = start();
        await failures(20 * kills);
        child?.kill('SIGKILL');
        await gone;
      }
      expect(await letters()).toEqual([]);
      expect(await handled()).toEqual([2]);
    });
  });
