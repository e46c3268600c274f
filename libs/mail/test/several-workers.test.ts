import { eventually } from '@parley/testing';
import { enqueueMail, MAX_MAIL_ATTEMPTS, MailDeliveryError, type MailTransport } from '../src';
import { job, movableClock, useQueue } from './support/queue-fixture';

const queue = useQueue('mail_workers');

describe('several workers', () => {
  it('never send one mail twice: 4 workers, 200 mails', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `m${index}`);
    for (const id of ids) await enqueueMail(queue.database.db, job(id));
    for (let count = 0; count < 4; count += 1) queue.work();
    await queue.untilAllSent();
    expect(queue.arrivedIds().sort()).toEqual([...ids].sort());
    expect((await queue.rows()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it('send the mails of one aggregate in order, and those of others meanwhile', async () => {
    const aggregates = ['a', 'b', 'c', 'd', 'e'];
    for (let index = 0; index < 12; index += 1) {
      for (const aggregateId of aggregates)
        await enqueueMail(queue.database.db, job(`${aggregateId}-${index}`, { aggregateId }));
    }
    await enqueueMail(queue.database.db, job('a-0-foreign', { aggregateId: 'a', projectId: 'project-2' }));
    let most = 0;
    let open = 0;
    queue.inbox.beforeTaking = async ({ mail }) => {
      most = Math.max(most, (open += 1));
      // Mails that were queued earlier take longer, so that an order that is not kept shows.
      await new Promise((resolve) => setTimeout(resolve, 30 - 2 * Number(mail.messageId?.split(/[-@]/)[1])));
      open -= 1;
    };
    for (let count = 0; count < 3; count += 1) queue.work();
    await queue.untilAllSent();
    for (const aggregate of aggregates) {
      const order = queue
        .arrivedIds()
        .filter((id) => id.startsWith(`${aggregate}-`) && !id.endsWith('foreign'));
      expect(order).toEqual(Array.from({ length: 12 }, (_, index) => `${aggregate}-${index}`));
    }
    expect(most).toBeGreaterThan(1);
  });

  it('holds later mails of an aggregate back while an earlier one waits for its retry, until that one fails for good', async () => {
    const clock = movableClock();
    queue.inbox.answers.recipient = [450, 550, undefined];
    await enqueueMail(queue.database.db, job('first', { aggregateId: 'ticket-1' }));
    await enqueueMail(queue.database.db, job('second', { aggregateId: 'ticket-1' }));
    const worker = queue.work({ clock: clock.now });
    await eventually(async () =>
      expect(await queue.readRow('first')).toMatchObject({ status: 'pending', attempts: 1 }),
    );
    await enqueueMail(queue.database.db, job('free'));
    await queue.untilStatus('free', 'failed');
    worker.wake();
    expect((await queue.readRow('second')).attempts).toBe(0);
    clock.move(5_000);
    await queue.untilStatus('first', 'sent');
    await queue.untilStatus('second', 'sent');
    expect(queue.arrivedIds()).toEqual(['first', 'second']);
  });
});

describe('a worker that dies while it sends', () => {
  it('leaves the mail to another one, which sends it with the same Message-ID after the lease', async () => {
    const clock = movableClock();
    let began: () => void = () => undefined;
    const beganSending = new Promise<void>((resolve) => (began = resolve));
    let die: (error: Error) => void = () => undefined;
    const dead: MailTransport = {
      ...queue.transport,
      // What a kill between the server's answer and the report looks like: the mail arrived, nothing was reported.
      send: async (mail) => {
        await queue.transport.send(mail);
        began();
        await new Promise((_, reject) => (die = reject));
      },
    };
    await enqueueMail(queue.database.db, job('a', { aggregateId: 'ticket-1' }));
    await enqueueMail(queue.database.db, job('b', { aggregateId: 'ticket-1' }));
    const first = queue.work({ transport: dead, clock: clock.now, leaseMs: 60_000 });
    await beganSending;
    const firstStopped = first.stop();

    clock.move(59_999);
    const second = queue.work({ clock: clock.now });
    await enqueueMail(queue.database.db, job('other'));
    await queue.untilStatus('other', 'sent');
    expect(queue.arrivedIds()).toEqual(['a', 'other']);
    expect(await queue.readRow('a')).toMatchObject({ status: 'sending', attempts: 1 });

    clock.move(1);
    second.wake();
    await queue.untilStatus('b', 'sent');
    expect(queue.arrivedIds()).toEqual(['a', 'other', 'a', 'b']);
    const [one, , again] = queue.inbox.received;
    expect(again?.mail.messageId).toBe(one?.mail.messageId);
    expect(again?.mail.date).toBe(one?.mail.date);

    // Should the first worker come back to life, its lease is gone: it changes nothing.
    die(new MailDeliveryError('too late', { permanent: true, code: 'LATE' }));
    await firstStopped;
    expect(await queue.readRow('a')).toMatchObject({ status: 'sent', attempts: 2, last_error: null });
  });

  it('cannot report for the worker that took over: its lease is gone', async () => {
    const clock = movableClock();
    let die: (error: Error) => void = () => undefined;
    const hanging: MailTransport = {
      ...queue.transport,
      send: () => new Promise((_, reject) => (die = reject)),
    };
    await enqueueMail(queue.database.db, job('a'));
    const first = queue.work({ transport: hanging, clock: clock.now });
    await queue.untilStatus('a', 'sending');
    const firstStopped = first.stop();
    clock.move(60_000);
    let take: () => void = () => undefined;
    const taking = new Promise<void>((resolve) => {
      queue.inbox.beforeTaking = () => {
        resolve();
        return new Promise((taken) => (take = taken));
      };
    });
    queue.work({ clock: clock.now });
    await taking;

    die(new MailDeliveryError('too late', { permanent: true, code: 'LATE' }));
    await firstStopped;
    expect(await queue.readRow('a')).toMatchObject({ status: 'sending', attempts: 2, last_error: null });
    take();
    await queue.untilStatus('a', 'sent');
  });

  it('gives a mail up whose every attempt kills its worker, after the last attempt', async () => {
    await enqueueMail(queue.database.db, job('poison'));
    await queue.database.db.query(
      `UPDATE mail_job SET status = 'sending', attempts = $1, lease_until = now() - interval '1 second'`,
      [MAX_MAIL_ATTEMPTS],
    );
    queue.work();
    expect(await queue.untilStatus('poison', 'failed')).toMatchObject({
      last_error: 'No attempt came to an end.',
    });
    expect(queue.inbox.received).toEqual([]);
  });

  it('gives a mail up with which three processes died, and sends those behind it', async () => {
    for (const id of ['poison', 'next'])
      await enqueueMail(queue.database.db, job(id, { aggregateId: 'ticket-1' }));
    await queue.database.db.query(
      `UPDATE mail_job SET status = 'sending', attempts = 3, next_attempt_at = 'infinity' WHERE id = 'poison'`,
    );
    await queue.database.db.query('UPDATE job SET deaths = 3');
    queue.work();
    await queue.untilStatus('next', 'sent');
    expect(await queue.readRow('poison')).toMatchObject({
      status: 'failed',
      last_error: 'No attempt came to an end.',
    });
    expect(queue.arrivedIds()).toEqual(['next']);
  });
});

describe('a process of a former release', () => {
  it('leaves mails that are sent, and what it is sending when its lease is over', async () => {
    const clock = movableClock();
    for (const id of ['left', 'held'])
      await enqueueMail(queue.database.db, job(id, { aggregateId: `ticket-${id}` }));
    await queue.database.db.query('DELETE FROM job');
    await queue.database.db.query(
      `UPDATE mail_job SET status = 'sending', attempts = 1, lease_until = $1 WHERE id = 'held'`,
      [new Date(clock.now().getTime() + 30_000)],
    );
    queue.work({ clock: clock.now });
    await queue.untilStatus('left', 'sent');
    expect(queue.arrivedIds()).toEqual(['left']);
    clock.move(30_000);
    expect(await queue.untilStatus('held', 'sent')).toMatchObject({ attempts: 2 });
  });
});
