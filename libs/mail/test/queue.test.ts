import { createTestDatabase, eventually, type TestDatabase } from '@parley/testing';
import { pino } from 'pino';
import {
  createMailWorker,
  createSmtpTransport,
  enqueueMail,
  MailDeliveryError,
  type MailJob,
  type MailTransport,
  type MailWorker,
  type MailWorkerOptions,
  mailTablesSql,
  MAX_MAIL_ATTEMPTS,
  purgeMail,
} from '../src';
import { type SmtpInbox, startSmtpInbox } from './support/smtp-inbox';

const log = pino({ level: 'silent' });
const PROJECT = 'project-1';

let database: TestDatabase;
let inbox: SmtpInbox;
let transport: MailTransport;
const workers: MailWorker[] = [];

beforeAll(async () => {
  database = await createTestDatabase('mail');
  await database.db.query(mailTablesSql);
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.db.query('TRUNCATE mail_job');
  inbox = await startSmtpInbox();
  transport = createSmtpTransport({ url: inbox.url });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await transport.close();
  await inbox.close();
});

const job = (id: string, changes: Partial<MailJob> = {}): MailJob => ({
  id,
  projectId: PROJECT,
  mail: {
    messageId: `${id}@parley.example`,
    from: { address: 'support@parley.example' },
    to: { address: 'ada@customer.example' },
    subject: 'Your ticket',
    text: 'secret content',
  },
  ...changes,
});

const work = (options: Partial<MailWorkerOptions> = {}): MailWorker => {
  const worker = createMailWorker({ db: database.db, transport, log, pollInterval: 20, ...options });
  workers.push(worker);
  worker.start();
  return worker;
};

interface Row {
  id: string;
  status: string;
  attempts: number;
  mail: Record<string, unknown>;
  last_error: string | null;
  lease_until: Date | null;
  next_attempt_at: Date;
  sent_at: Date | null;
}
const rows = (): Promise<Row[]> => database.db.query<Row>('SELECT * FROM mail_job ORDER BY seq');
const rowOf = async (id: string): Promise<Row> => {
  const found = (await rows()).find((row) => row.id === id);
  if (!found) throw new Error(`no job ${id}`);
  return found;
};
const untilStatus = (id: string, status: string): Promise<Row> =>
  eventually(async () => {
    const row = await rowOf(id);
    expect(row.status).toBe(status);
    return row;
  });
const arrivedIds = (): string[] =>
  inbox.received.map(({ mail }) => mail.messageId?.slice(1, -1).split('@')[0] ?? '');

/** A clock that stands until it is moved. */
const movableClock = (): { now: () => Date; move: (milliseconds: number) => void } => {
  let time = Date.now() + 60_000;
  return {
    now: () => new Date(time),
    move: (milliseconds) => {
      time += milliseconds;
    },
  };
};

describe('queueing', () => {
  it('sends a mail once its transaction is committed, and never one that was rolled back', async () => {
    const worker = work({ pollInterval: 3_600_000 });
    await database.db.transaction((tx) => enqueueMail(tx, job('kept')));
    await expect(
      database.db.transaction(async (tx) => {
        await enqueueMail(tx, job('undone'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    worker.wake();
    await untilStatus('kept', 'sent');
    expect(arrivedIds()).toEqual(['kept']);
    expect(await rows()).toHaveLength(1);
  });

  it('answers false for an id that is queued or was sent, and sends one mail', async () => {
    expect(await enqueueMail(database.db, job('a'))).toBe(true);
    expect(await enqueueMail(database.db, job('a'))).toBe(false);
    work();
    await untilStatus('a', 'sent');
    expect(await enqueueMail(database.db, job('a'))).toBe(false);
    expect(arrivedIds()).toEqual(['a']);
  });

  it('refuses a mail with a header in it before it is queued', async () => {
    const bad = job('bad');
    bad.mail.to = { address: 'a@b.example\r\nBcc: victim@evil.example' };
    await expect(enqueueMail(database.db, bad)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await rows()).toEqual([]);
  });

  it('takes texts that PostgreSQL would refuse', async () => {
    const odd = job('odd');
    odd.mail = { ...odd.mail, subject: 'a\0b\ud800', text: 'x\0y\udc00', html: '\0' };
    await enqueueMail(database.db, odd);
    work();
    await untilStatus('odd', 'sent');
    expect(inbox.received[0]?.mail.text?.trim()).toBe('xy\uFFFD');
  });

  it('waits until sendAt', async () => {
    const clock = movableClock();
    await enqueueMail(database.db, job('later', { sendAt: new Date(clock.now().getTime() + 1_000) }));
    await enqueueMail(database.db, job('now'));
    work({ clock: clock.now });
    await untilStatus('now', 'sent');
    expect((await rowOf('later')).attempts).toBe(0);
    clock.move(1_000);
    await untilStatus('later', 'sent');
  });

  it('keeps the id and the message id of a sent mail and forgets the rest', async () => {
    await enqueueMail(database.db, job('a'));
    work();
    const row = await untilStatus('a', 'sent');
    expect(row).toMatchObject({
      mail: { messageId: 'a@parley.example' },
      lease_until: null,
      last_error: null,
    });
    expect(row.sent_at).toBeInstanceOf(Date);
    expect(JSON.stringify(row)).not.toMatch(/secret|customer/);
  });

  it('removes everything of an aggregate, in any state, and nothing else', async () => {
    for (const status of ['pending', 'sending', 'sent', 'failed']) {
      await enqueueMail(database.db, job(status, { aggregateId: 'ticket-1' }));
      await database.db.query('UPDATE mail_job SET status = $1 WHERE id = $1', [status]);
    }
    await enqueueMail(database.db, job('other', { aggregateId: 'ticket-2' }));
    await enqueueMail(database.db, job('foreign', { aggregateId: 'ticket-1', projectId: 'project-2' }));
    expect(await purgeMail(database.db, PROJECT, 'ticket-1')).toBe(4);
    expect((await rows()).map(({ id }) => id)).toEqual(['other', 'foreign']);
  });

  it('leaves nothing behind of a mail that is purged while it is sent', async () => {
    let taken: () => void = () => undefined;
    inbox.beforeTaking = () => new Promise((resolve) => (taken = resolve));
    await enqueueMail(database.db, job('a', { aggregateId: 'ticket-1' }));
    const worker = work();
    await untilStatus('a', 'sending');
    expect(await purgeMail(database.db, PROJECT, 'ticket-1')).toBe(1);
    await eventually(() => {
      taken();
      expect(inbox.received).toHaveLength(1);
    });
    await worker.stop();
    expect(await rows()).toEqual([]);
  });

  it('removes finished jobs after 30 days and keeps unfinished ones', async () => {
    for (const [id, status, days] of [
      ['sent-old', 'sent', 31],
      ['failed-old', 'failed', 31],
      ['sent-new', 'sent', 29],
      ['waiting', 'pending', 31],
    ] as const) {
      await enqueueMail(database.db, job(id, { sendAt: new Date('2100-01-01') }));
      const time = new Date(Date.now() - days * 86_400_000);
      await database.db.query(
        'UPDATE mail_job SET status = $2, created_at = $3, sent_at = $4 WHERE id = $1',
        [id, status, time, status === 'sent' ? time : null],
      );
    }
    work();
    await eventually(async () => {
      expect((await rows()).map(({ id }) => id)).toEqual(['sent-new', 'waiting']);
    });
  });
});

describe('several workers', () => {
  it('never send one mail twice: 4 workers, 200 mails', async () => {
    const ids = Array.from({ length: 200 }, (_, index) => `m${index}`);
    for (const id of ids) await enqueueMail(database.db, job(id));
    for (let count = 0; count < 4; count += 1) work({ concurrency: 5 });
    await eventually(async () => {
      expect((await rows()).every(({ status }) => status === 'sent')).toBe(true);
    });
    expect(arrivedIds().sort()).toEqual([...ids].sort());
    expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it('send the mails of one aggregate in order, and those of others meanwhile', async () => {
    const aggregates = ['a', 'b', 'c', 'd', 'e'];
    for (let index = 0; index < 12; index += 1) {
      for (const aggregateId of aggregates)
        await enqueueMail(database.db, job(`${aggregateId}-${index}`, { aggregateId }));
    }
    await enqueueMail(database.db, job('a-0-foreign', { aggregateId: 'a', projectId: 'project-2' }));
    let most = 0;
    let open = 0;
    inbox.beforeTaking = async ({ mail }) => {
      most = Math.max(most, (open += 1));
      // Mails that were queued earlier take longer, so that an order that is not kept shows.
      await new Promise((resolve) => setTimeout(resolve, 30 - 2 * Number(mail.messageId?.split(/[-@]/)[1])));
      open -= 1;
    };
    for (let count = 0; count < 3; count += 1) work({ concurrency: 5 });
    await eventually(async () => {
      expect((await rows()).every(({ status }) => status === 'sent')).toBe(true);
    });
    for (const aggregate of aggregates) {
      const order = arrivedIds().filter((id) => id.startsWith(`${aggregate}-`) && !id.endsWith('foreign'));
      expect(order).toEqual(Array.from({ length: 12 }, (_, index) => `${aggregate}-${index}`));
    }
    expect(most).toBeGreaterThan(1);
  });

  it('holds later mails of an aggregate back while an earlier one waits for its retry, until that one fails for good', async () => {
    const clock = movableClock();
    inbox.answers.recipient = [450, 550, undefined];
    await enqueueMail(database.db, job('first', { aggregateId: 'ticket-1' }));
    await enqueueMail(database.db, job('second', { aggregateId: 'ticket-1' }));
    const worker = work({ clock: clock.now });
    await eventually(async () =>
      expect(await rowOf('first')).toMatchObject({ status: 'pending', attempts: 1 }),
    );
    await enqueueMail(database.db, job('free'));
    await untilStatus('free', 'failed');
    worker.wake();
    expect((await rowOf('second')).attempts).toBe(0);
    clock.move(5_000);
    await untilStatus('first', 'sent');
    await untilStatus('second', 'sent');
    expect(arrivedIds()).toEqual(['first', 'second']);
  });
});

describe('a worker that dies while it sends', () => {
  it('leaves the mail to another one, which sends it with the same Message-ID after the lease', async () => {
    const clock = movableClock();
    let began: () => void = () => undefined;
    const beganSending = new Promise<void>((resolve) => (began = resolve));
    let die: (error: Error) => void = () => undefined;
    const dead: MailTransport = {
      ...transport,
      // What a kill between the server's answer and the report looks like: the mail arrived, nothing was reported.
      send: async (mail) => {
        await transport.send(mail);
        began();
        await new Promise((_, reject) => (die = reject));
      },
    };
    await enqueueMail(database.db, job('a', { aggregateId: 'ticket-1' }));
    await enqueueMail(database.db, job('b', { aggregateId: 'ticket-1' }));
    work({ transport: dead, clock: clock.now, lease: 60_000 });
    await beganSending;

    clock.move(59_999);
    const second = work({ clock: clock.now });
    await enqueueMail(database.db, job('other'));
    await untilStatus('other', 'sent');
    expect(arrivedIds()).toEqual(['a', 'other']);
    expect(await rowOf('a')).toMatchObject({ status: 'sending', attempts: 1 });

    clock.move(1);
    second.wake();
    await untilStatus('b', 'sent');
    expect(arrivedIds()).toEqual(['a', 'other', 'a', 'b']);
    const [one, , again] = inbox.received;
    expect(again?.mail.messageId).toBe(one?.mail.messageId);
    expect(again?.mail.date).toBe(one?.mail.date);

    // Should the first worker come back to life, its lease is gone: it changes nothing.
    die(new MailDeliveryError('too late', { permanent: true, code: 'LATE' }));
    await workers[0]?.stop();
    expect(await rowOf('a')).toMatchObject({ status: 'sent', attempts: 2, last_error: null });
  });

  it('gives a mail up whose every attempt kills its worker, after 8 attempts', async () => {
    await enqueueMail(database.db, job('poison'));
    await database.db.query(
      `UPDATE mail_job SET status = 'sending', attempts = $1, lease_until = now() - interval '1 second'`,
      [MAX_MAIL_ATTEMPTS],
    );
    work();
    expect(await untilStatus('poison', 'failed')).toMatchObject({ last_error: 'No attempt came to an end.' });
    expect(inbox.received).toEqual([]);
  });
});

describe('failures', () => {
  it('sends after a 4xx answer at the next attempt, 5 seconds later', async () => {
    const clock = movableClock();
    inbox.answers.content = [451, undefined];
    await enqueueMail(database.db, job('a'));
    const worker = work({ clock: clock.now });
    const waiting = await eventually(async () => {
      const row = await rowOf('a');
      expect(row).toMatchObject({ status: 'pending', attempts: 1, lease_until: null });
      return row;
    });
    expect(waiting.last_error).toContain('451');
    expect(waiting.next_attempt_at).toEqual(new Date(clock.now().getTime() + 5_000));
    clock.move(5_000);
    worker.wake();
    expect(await untilStatus('a', 'sent')).toMatchObject({ attempts: 2, last_error: null });
    expect(arrivedIds()).toEqual(['a']);
  });

  it('fails at once after a 5xx answer and keeps the answer', async () => {
    inbox.answers.recipient = [550];
    await enqueueMail(database.db, job('a'));
    work();
    const row = await untilStatus('a', 'failed');
    expect(row).toMatchObject({ attempts: 1, last_error: expect.stringContaining('550') });
    expect(inbox.received).toEqual([]);
  });

  it('tries 8 times: after 5 s, 1 min, 5 min, 30 min, 2 h, 6 h and 12 h', async () => {
    const clock = movableClock();
    inbox.answers.recipient = [450];
    await enqueueMail(database.db, job('a'));
    const worker = work({ clock: clock.now });
    const waits: number[] = [];
    for (let attempt = 1; attempt < MAX_MAIL_ATTEMPTS; attempt += 1) {
      const { next_attempt_at: next } = await eventually(async () => {
        const row = await rowOf('a');
        expect(row).toMatchObject({ status: 'pending', attempts: attempt });
        return row;
      });
      const wait = next.getTime() - clock.now().getTime();
      waits.push(wait / 1000);
      clock.move(wait);
      worker.wake();
    }
    expect(waits).toEqual([5, 60, 300, 1800, 7200, 21_600, 43_200]);
    expect(await untilStatus('a', 'failed')).toMatchObject({ attempts: 8 });
  });

  it('sends what was queued while the server was away once it is back', async () => {
    const clock = movableClock();
    const away = createSmtpTransport({ url: 'smtp://127.0.0.1:1' });
    let current = away;
    await enqueueMail(database.db, job('a'));
    const worker = work({ clock: clock.now, transport: { ...away, send: (mail) => current.send(mail) } });
    await eventually(async () => expect(await rowOf('a')).toMatchObject({ status: 'pending', attempts: 1 }));
    current = transport;
    clock.move(5_000);
    worker.wake();
    await untilStatus('a', 'sent');
    await away.close();
  });

  it('goes on after the database was away', async () => {
    let broken = true;
    const db = {
      ...database.db,
      query: <Row>(...args: Parameters<typeof database.db.query>): Promise<Row[]> =>
        broken ? Promise.reject(new Error('the database is away')) : database.db.query<Row>(...args),
    };
    await enqueueMail(database.db, job('a'));
    const worker = work({ db });
    worker.wake();
    broken = false;
    await untilStatus('a', 'sent');
  });
});

describe('stopping and lag', () => {
  it('waits for the mail that is being sent, and takes no other', async () => {
    let take: () => void = () => undefined;
    inbox.beforeTaking = () => new Promise((resolve) => (take = resolve));
    await enqueueMail(database.db, job('a', { aggregateId: 'ticket-1' }));
    await enqueueMail(database.db, job('b', { aggregateId: 'ticket-1' }));
    const worker = work();
    await untilStatus('a', 'sending');
    let stopped = false;
    const stopping = worker.stop().then(() => (stopped = true));
    expect((await rowOf('a')).status).toBe('sending');
    expect(stopped).toBe(false);
    await eventually(() => {
      take();
      expect(inbox.received).toHaveLength(1);
    });
    await stopping;
    expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'pending']);
  });

  it('tells how long the most overdue mail has been waiting', async () => {
    const clock = movableClock();
    const worker = createMailWorker({ db: database.db, transport, log, clock: clock.now });
    expect(await worker.lag()).toBe(0);
    await enqueueMail(database.db, job('a', { sendAt: clock.now() }));
    expect(await worker.lag()).toBe(0);
    clock.move(90_000);
    expect(await worker.lag()).toBe(90);
    await enqueueMail(database.db, job('b', { sendAt: new Date('2100-01-01') }));
    expect(await worker.lag()).toBe(90);
  });
});
