import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { createFolderTransport, enqueueMail, forgetRecipients, type Mail, purgeMail } from '../src';
import { job, movableClock, PROJECT, useQueue } from './support/queue-fixture';

const queue = useQueue('mail_queue');

describe('queueing', () => {
  it('sends a mail once its transaction is committed, and never one that was rolled back', async () => {
    queue.work();
    await queue.database.db.transaction((tx) => enqueueMail(tx, job('kept')));
    await expect(
      queue.database.db.transaction(async (tx) => {
        await enqueueMail(tx, job('undone'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await queue.untilStatus('kept', 'sent');
    expect(queue.arrivedIds()).toEqual(['kept']);
    expect(await queue.rows()).toHaveLength(1);
  });

  it('answers false for an id that is queued or was sent, and sends one mail', async () => {
    expect(await enqueueMail(queue.database.db, job('a'))).toBe(true);
    expect(await enqueueMail(queue.database.db, job('a'))).toBe(false);
    queue.work();
    await queue.untilStatus('a', 'sent');
    expect(await enqueueMail(queue.database.db, job('a'))).toBe(false);
    expect(queue.arrivedIds()).toEqual(['a']);
  });

  it('refuses a mail with a header in it before it is queued', async () => {
    const bad = job('bad');
    bad.mail.to = { address: 'a@b.example\r\nBcc: victim@evil.example' };
    await expect(enqueueMail(queue.database.db, bad)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await queue.rows()).toEqual([]);
  });

  it('takes texts that PostgreSQL would refuse', async () => {
    const odd = job('odd');
    odd.mail = { ...odd.mail, subject: 'a\0b\ud800', text: 'x\0y\udc00', html: '\0' };
    await enqueueMail(queue.database.db, odd);
    queue.work();
    await queue.untilStatus('odd', 'sent');
    expect(queue.inbox.received[0]?.mail.text?.trim()).toBe('xy\uFFFD');
  });

  it('waits until sendAt', async () => {
    const clock = movableClock();
    await enqueueMail(queue.database.db, job('later', { sendAt: new Date(clock.now().getTime() + 1_000) }));
    await enqueueMail(queue.database.db, job('now'));
    queue.work({ clock: clock.now });
    await queue.untilStatus('now', 'sent');
    expect((await queue.readRow('later')).attempts).toBe(0);
    clock.move(1_000);
    await queue.untilStatus('later', 'sent');
  });

  it('keeps the id and the message id of a sent mail and forgets the rest', async () => {
    await enqueueMail(queue.database.db, job('a'));
    queue.work();
    const row = await queue.untilStatus('a', 'sent');
    expect(row).toMatchObject({
      mail: { messageId: 'a@parley.example' },
      last_error: null,
    });
    expect(row.sent_at).toBeInstanceOf(Date);
    expect(JSON.stringify(row)).not.toMatch(/secret|customer/);
  });

  it('removes everything of an aggregate, in any state, and nothing else', async () => {
    for (const status of ['pending', 'sending', 'sent', 'failed']) {
      await enqueueMail(queue.database.db, job(status, { aggregateId: 'ticket-1' }));
      await queue.database.db.query('UPDATE mail_job SET status = $1 WHERE id = $1', [status]);
    }
    await enqueueMail(queue.database.db, job('other', { aggregateId: 'ticket-2' }));
    await enqueueMail(queue.database.db, job('foreign', { aggregateId: 'ticket-1', projectId: 'project-2' }));
    expect(await purgeMail(queue.database.db, PROJECT, 'ticket-1')).toBe(4);
    expect((await queue.rows()).map(({ id }) => id)).toEqual(['other', 'foreign']);
  });

  it('leaves nothing behind of a mail that is purged while it is sent', async () => {
    let taken: () => void = () => undefined;
    queue.inbox.beforeTaking = () => new Promise((resolve) => (taken = resolve));
    await enqueueMail(queue.database.db, job('a', { aggregateId: 'ticket-1' }));
    const worker = queue.work();
    await queue.untilStatus('a', 'sending');
    expect(await purgeMail(queue.database.db, PROJECT, 'ticket-1')).toBe(1);
    await eventually(() => {
      taken();
      expect(queue.inbox.received).toHaveLength(1);
    });
    await worker.stop();
    expect(await queue.rows()).toEqual([]);
  });

  it('has mails of an aggregate deleted that a folder keeps, one that is being sent a minute later', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'parley-mail-'));
    const folder = createFolderTransport({ directory });
    const clock = movableClock();
    const worker = queue.work({ transport: folder, clock: clock.now });
    for (const id of ['a', 'b'])
      await enqueueMail(queue.database.db, job(id, { aggregateId: `ticket-${id}` }));
    await queue.untilAllSent();
    await purgeMail(queue.database.db, PROJECT, 'ticket-a');
    await eventually(async () => expect(await readdir(directory)).toHaveLength(1));
    // As a process leaves it that dies between sending and reporting.
    await queue.database.db.query(`UPDATE mail_job SET status = 'sending' WHERE id = 'b'`);
    await purgeMail(queue.database.db, PROJECT, 'ticket-b');
    clock.move(60_001);
    await eventually(async () => expect(await readdir(directory)).toEqual([]));
    await eventually(async () =>
      expect(await queue.database.db.query('SELECT FROM mail_erasure')).toEqual([]),
    );
    await worker.stop();
    await rm(directory, { recursive: true });
  });

  it('forgets a recipient: mails to others leave, and copies with it are deleted, of one that is being sent a minute later', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'parley-mail-'));
    const folder = createFolderTransport({ directory });
    const clock = movableClock();
    const { db } = queue.database;
    const gone = 'gone@customer.example';
    const enqueue = (id: string, changes: Partial<Mail> = {}, sendAt?: Date) =>
      enqueueMail(
        db,
        job(id, { aggregateId: id, mail: { ...job(id).mail, ...changes }, ...(sendAt && { sendAt }) }),
      );
    const worker = queue.work({ transport: folder, clock: clock.now });
    const copied = { cc: [{ address: gone }] };
    for (const id of ['sent', 'sending']) await enqueue(id, copied);
    await enqueue('other');
    await queue.untilAllSent();
    const later = new Date('2100-01-01');
    await enqueue('waiting', copied, later);
    await enqueue('alone', { to: { address: gone } }, later);
    // As a process leaves it that dies between sending and reporting.
    const whole = JSON.stringify({ ...job('sending').mail, ...copied });
    await db.query(`UPDATE mail_job SET status = 'sending', mail = $1 WHERE id = 'sending'`, [whole]);
    const aggregateIds = ['sent', 'sending', 'other', 'waiting', 'alone'];
    const sentIds = ['sent', 'sending'];
    await forgetRecipients(db, { projectId: PROJECT, aggregateIds, sentIds, addresses: [gone] });
    const rows = await queue.rows();
    expect(rows.map(({ id }) => id).sort()).toEqual(['other', 'sending', 'waiting']);
    expect(JSON.stringify(rows)).not.toContain(gone);
    // It is sent again without the recipient, and both copies are deleted.
    await queue.untilStatus('sending', 'sent');
    clock.move(60_001);
    await eventually(async () => expect(await readdir(directory)).toHaveLength(1));
    await worker.stop();
    await rm(directory, { recursive: true });
  });

  it('removes finished jobs after 30 days and keeps unfinished ones', async () => {
    for (const [id, status, days] of [
      ['sent-old', 'sent', 31],
      ['failed-old', 'failed', 31],
      ['sent-new', 'sent', 29],
      ['waiting', 'pending', 31],
    ] as const) {
      await enqueueMail(queue.database.db, job(id, { sendAt: new Date('2100-01-01') }));
      const time = new Date(Date.now() - days * 86_400_000);
      await queue.database.db.query(
        'UPDATE mail_job SET status = $2, created_at = $3, sent_at = $4 WHERE id = $1',
        [id, status, time, status === 'sent' ? time : null],
      );
    }
    queue.work();
    await eventually(async () => {
      expect((await queue.rows()).map(({ id }) => id)).toEqual(['sent-new', 'waiting']);
    });
  });
});
