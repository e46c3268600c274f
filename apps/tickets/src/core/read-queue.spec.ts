import { setImmediate as tick } from 'node:timers/promises';
import { createReadQueue, type TicketKey, type TicketReading } from './read-queue';

const ticket = ({ projectId, id }: Pick<TicketKey, 'projectId' | 'id'>): TicketReading =>
  ({ projectId, id }) as TicketReading;

/** A queue over a reader whose statements end when the test says so. */
const held = () => {
  const statements: {
    keys: TicketKey[];
    end(rows?: (TicketReading | undefined)[]): void;
    fail(error: Error): void;
  }[] = [];
  const queue = createReadQueue(
    (keys) =>
      new Promise((resolve, reject) => {
        statements.push({
          keys: [...keys],
          end: (rows = keys.map(ticket)) => resolve(rows),
          fail: reject,
        });
      }),
  );
  return { queue, statements };
};

describe('createReadQueue', () => {
  it('reads a ticket that is asked for alone at once', async () => {
    const { queue, statements } = held();
    const read = queue.read({ projectId: 'p', id: 'a', userId: null });
    await tick();
    statements[0]?.end();
    expect(await read).toEqual({ projectId: 'p', id: 'a' });
  });

  it('reads together what is asked for while 2 statements run, each by its project and id', async () => {
    const { queue, statements } = held();
    const first = queue.read({ projectId: 'p', id: 'a', userId: null });
    await tick();
    const second = queue.read({ projectId: 'p', id: 'b', userId: null });
    await tick();
    const third = [
      queue.read({ projectId: 'p', id: 'c', userId: null }),
      queue.read({ projectId: 'q', id: 'c', userId: null }),
      queue.read({ projectId: 'p', id: 'gone', userId: null }),
    ];
    await tick();
    expect(statements.map(({ keys }) => keys.length)).toEqual([1, 1]);
    statements[0]?.end();
    await tick();
    expect(statements[2]?.keys).toHaveLength(3);
    statements[2]?.end([ticket({ projectId: 'p', id: 'c' }), ticket({ projectId: 'q', id: 'c' }), undefined]);
    expect(await Promise.all(third)).toEqual([
      { projectId: 'p', id: 'c' },
      { projectId: 'q', id: 'c' },
      undefined,
    ]);
    statements[1]?.end();
    expect(await Promise.all([first, second])).toHaveLength(2);
  });

  it('fails the readers of a statement that fails, and goes on with the next', async () => {
    const { queue, statements } = held();
    const failing = [queue.read({ projectId: 'p', id: 'a', userId: null })];
    await tick();
    failing.push(queue.read({ projectId: 'p', id: 'b', userId: null }));
    await tick();
    const waiting = queue.read({ projectId: 'p', id: 'c', userId: null });
    await tick();
    statements.forEach(({ fail }) => fail(new Error('gone')));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await tick();
    statements[2]?.end();
    expect(await waiting).toEqual({ projectId: 'p', id: 'c' });
  });

  it('reads at most 64 tickets in a statement', async () => {
    const { queue, statements } = held();
    const reads = Array.from({ length: 100 }, (_, index) =>
      queue.read({ projectId: 'p', id: String(index), userId: null }),
    );
    await tick();
    expect(statements.map(({ keys }) => keys.length)).toEqual([64, 36]);
    statements.forEach(({ end }) => end());
    expect(await Promise.all(reads)).toHaveLength(100);
  });
});
