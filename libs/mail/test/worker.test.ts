import type { Database } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { createSmtpTransport, enqueueMail, MAX_MAIL_ATTEMPTS } from '../src';
import { job, movableClock, useQueue } from './support/queue-fixture';

const queue = useQueue('mail_worker');

describe('failures', () => {
  it('sends after a 4xx answer at the next attempt, 5 seconds later', async () => {
    const clock = movableClock();
    queue.inbox.answers.content = [451, undefined];
    await enqueueMail(queue.database.db, job('a'));
    const worker = queue.work({ clock: clock.now });
    const waiting = await eventually(async () => {
      const row = await queue.readRow('a');
      expect(row).toMatchObject({ status: 'pending', attempts: 1 });
      return row;
    });
    expect(waiting.last_error).toContain('451');
    expect(waiting.next_attempt_at).toEqual(new Date(clock.now().getTime() + 5_000));
    clock.move(5_000);
    worker.wake();
    expect(await queue.untilStatus('a', 'sent')).toMatchObject({ attempts: 2, last_error: null });
    expect(queue.arrivedIds()).toEqual(['a']);
  });

  it('fails at once after a 5xx answer and keeps the answer', async () => {
    queue.inbox.answers.recipient = [550];
    await enqueueMail(queue.database.db, job('a'));
    queue.work();
    const row = await queue.untilStatus('a', 'failed');
    expect(row).toMatchObject({ attempts: 1, last_error: expect.stringContaining('550') });
    expect(queue.inbox.received).toEqual([]);
  });

  it('tries for 48 hours after a 4xx answer', async () => {
    const clock = movableClock();
    queue.inbox.answers.recipient = [450];
    await enqueueMail(queue.database.db, job('a'));
    const worker = queue.work({ clock: clock.now });
    const waits: number[] = [];
    for (let attempt = 1; attempt < MAX_MAIL_ATTEMPTS; attempt += 1) {
      const { next_attempt_at: next } = await eventually(async () => {
        const row = await queue.readRow('a');
        expect(row).toMatchObject({ status: 'pending', attempts: attempt });
        return row;
      });
      const wait = next.getTime() - clock.now().getTime();
      waits.push(wait / 1000);
      clock.move(wait);
      worker.wake();
    }
    expect(waits).toEqual([5, 60, 300, 1800, 5040, 7200, 14_400, ...Array(5).fill(28_800)]);
    expect(Math.round(waits.reduce((sum, wait) => sum + wait) / 3600)).toBe(48);
    expect(await queue.untilStatus('a', 'failed')).toMatchObject({ attempts: MAX_MAIL_ATTEMPTS });
  });

  it('sends what was queued while the server was away once it is back', async () => {
    const clock = movableClock();
    const away = createSmtpTransport({ url: 'smtp://127.0.0.1:1' });
    let current = away;
    await enqueueMail(queue.database.db, job('a'));
    const worker = queue.work({
      clock: clock.now,
      transport: { ...away, send: (mail) => current.send(mail) },
    });
    await eventually(async () =>
      expect(await queue.readRow('a')).toMatchObject({ status: 'pending', attempts: 1 }),
    );
    current = queue.transport;
    clock.move(5_000);
    worker.wake();
    await queue.untilStatus('a', 'sent');
    await away.close();
  });

  it('goes on after the database was away', async () => {
    let broken = true;
    const db = {
      ...queue.database.db,
      query: <Row>(...args: Parameters<Database['query']>): Promise<Row[]> =>
        broken ? Promise.reject(new Error('the database is away')) : queue.database.db.query<Row>(...args),
    };
    await enqueueMail(queue.database.db, job('a'));
    const worker = queue.work({ db });
    worker.wake();
    broken = false;
    await queue.untilStatus('a', 'sent');
  });
});

describe('stopping and lag', () => {
  it('waits for the mail that is being sent, and takes no other', async () => {
    let take: () => void = () => undefined;
    queue.inbox.beforeTaking = () => new Promise((resolve) => (take = resolve));
    await enqueueMail(queue.database.db, job('a', { aggregateId: 'ticket-1' }));
    await enqueueMail(queue.database.db, job('b', { aggregateId: 'ticket-1' }));
    const worker = queue.work();
    await queue.untilStatus('a', 'sending');
    let stopped = false;
    const stopping = worker.stop().then(() => (stopped = true));
    expect((await queue.readRow('a')).status).toBe('sending');
    expect(stopped).toBe(false);
    await eventually(() => {
      take();
      expect(queue.inbox.received).toHaveLength(1);
    });
    await stopping;
    expect((await queue.rows()).map(({ status }) => status)).toEqual(['sent', 'pending']);
  });

  it('tells how long the most overdue mail has been waiting', async () => {
    const clock = movableClock();
    const worker = queue.worker({ clock: clock.now });
    expect(await worker.lag()).toBe(0);
    await enqueueMail(queue.database.db, job('a', { sendAt: clock.now() }));
    expect(await worker.lag()).toBe(0);
    clock.move(90_000);
    expect(await worker.lag()).toBe(90);
    await enqueueMail(queue.database.db, job('b', { sendAt: new Date('2100-01-01') }));
    expect(await worker.lag()).toBe(90);
  });
});
