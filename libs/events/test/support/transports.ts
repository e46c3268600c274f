import { describeWith, engineUrl, eventually } from '@parley/testing';
import {
  createWorld,
  embeddedKit,
  jetStreamKit,
  record,
  type Kit,
  type Order,
  type TestProcess,
  type World,
} from './world';

const transports = [
  { name: 'embedded', run: describe, open: embeddedKit },
  {
    name: 'JetStream',
    run: describeWith('nats'),
    open: (): Promise<Kit> => jetStreamKit(engineUrl('nats') ?? ''),
  },
];

/** What a case of the suite works with. */
export interface Bench {
  world(): World;
  kit(): Kit;
  /** Gives the process a handler that records each event under the label. */
  recording(process: TestProcess, label?: string): TestProcess;
  /** Waits until neither the outbox nor the broker has anything left. */
  everythingIsDelivered(): Promise<void>;
}

/** Defines the same cases for every transport: they all have to keep the same promises. */
export const overEachTransport = (title: string, define: (bench: Bench) => void): void => {
  for (const { name, run, open } of transports) {
    run(`${title} over ${name}`, () => {
      let world: World;
      let kit: Kit;

      beforeAll(async () => {
        world = await createWorld(`events ${name}`);
      });
      beforeEach(async () => {
        kit = await open();
      });
      afterEach(async () => {
        await world.reset();
        await kit.close();
      });
      afterAll(() => world.drop());

      define({
        world: () => world,
        kit: () => kit,
        recording: (process, label = '') => {
          process.depot.subscribe<Order>('depot-orders', (event, tx) => record(tx, event, label), {
            backoff: () => 5,
          });
          return process;
        },
        everythingIsDelivered: () =>
          eventually(async () => {
            expect(await world.rows('outbox_event')).toBe(0);
            expect(await kit.leftAtBroker()).toBe(0);
          }),
      });
    });
  }
};

/** Whole numbers from 0. */
export const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** A door that a handler waits at until the test opens it. */
export const createDoor = (): { opened: Promise<void>; open: () => void } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};
