import { eventually } from '@parley/testing';
import { buildSync } from 'esbuild';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { enqueueMail, purgeMail } from '../src';
import { job, PROJECT, useQueue } from './support/queue-fixture';

const root = resolve(__dirname, '../../..');
const libraries = readdirSync(join(root, 'libs')).map((name) => [
  `@parley/${name}`,
  join(root, 'libs', name, 'src'),
]);

const queue = useQueue('mail_kills');
let folder: string;
let main: string;
beforeAll(() => {
  // Below `node_modules`, where it finds the packages it needs.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'mail-process-'));
  main = join(folder, 'main.cjs');
  buildSync({
    entryPoints: [join(__dirname, 'support/sending-process.ts')],
    outfile: main,
    bundle: true,
    platform: 'node',
    packages: 'external',
    alias: Object.fromEntries(libraries) as Record<string, string>,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const startSending = (target: string): ChildProcess =>
  spawn(process.execPath, [main, queue.database.url, target], { stdio: 'inherit' });

const kill = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  // Its leases end.
  await queue.database.db.query(`UPDATE job SET taken_until = now() WHERE status = 'taken'`);
};

const ids = ['a-1', 'a-2', 'b-1', 'b-2'];
/** Mails of two tickets. */
const enqueueAll = async (): Promise<void> => {
  for (const id of ids) await enqueueMail(queue.database.db, job(id, { aggregateId: id[0] ?? '' }));
};

type Kill = () => Promise<void>;

/** When the process is killed: each has it killed at a step of the first mail that comes there. */
const steps: Record<string, (killOnce: Kill) => Promise<void> | void> = {
  'before the server takes a mail': (killOnce) => {
    queue.inbox.beforeTaking = async () => {
      await killOnce();
      throw new Error('gone');
    };
  },
  'before it reports that the server took a mail': (killOnce) => {
    queue.inbox.beforeTaking = killOnce;
  },
  'after it reported a mail': async (killOnce) => {
    await eventually(async () =>
      expect((await queue.rows()).some(({ status }) => status === 'sent')).toBe(true),
    );
    await killOnce();
  },
};

describe('kill -9 of a process that sends', () => {
  it.each(Object.keys(steps))('%s leaves no mail that is never finished', async (step) => {
    await enqueueAll();
    const child = startSending(queue.inbox.url);
    const killOnce: Kill = async () => {
      queue.inbox.beforeTaking = () => undefined;
      if (child.signalCode === null) await kill(child);
    };
    await steps[step]?.(killOnce);
    if (child.signalCode === null) await once(child, 'exit');

    const next = startSending(queue.inbox.url);
    await queue.untilAllSent();
    await kill(next);
    const arrived = [...new Set(queue.arrivedIds())];
    expect([...arrived].sort()).toEqual(ids);
    for (const ticket of ['a', 'b'])
      expect(arrived.filter((id) => id.startsWith(ticket))).toEqual([`${ticket}-1`, `${ticket}-2`]);
  });

  it('into a folder leaves nothing there that is not deleted with its ticket', async () => {
    const directory = mkdtempSync(join(folder, 'mails-'));
    await enqueueAll();
    const child = startSending(directory);
    await eventually(() => expect(readdirSync(directory)).not.toEqual([]));
    await kill(child);
    // Dies before it gives the mail its name.
    const mark = /[0-9a-f]{16}(?=-)/.exec(readdirSync(directory)[0] ?? '')?.[0];
    writeFileSync(join(directory, `.${mark}-written.tmp`), 'secret content');
    const next = startSending(directory);
    await queue.untilAllSent();
    expect(readdirSync(directory).length).toBeGreaterThanOrEqual(ids.length);
    for (const ticket of ['a', 'b']) await purgeMail(queue.database.db, PROJECT, ticket);
    await eventually(() => expect(readdirSync(directory)).toEqual([]));
    await kill(next);
  });
});
