import { openDatabase } from '@parley/persistence';
import { pino } from 'pino';
import { createJobs, defineJob } from '../../src';

/** A process of jobs that ends, or stands still, when it does one that says so. */
export const mortal = defineJob<{ does: 'end' | 'stand still' | 'note' }>({ name: 'mortal', concurrency: 3 });

const run = (url: string): void => {
  const db = openDatabase({ url, applicationName: 'mortal' });
  const jobs = createJobs({ db, log: pino({ level: 'silent' }) });
  jobs.work(mortal, {
    handle: async ({ does }, { key }) => {
      await db.query('INSERT INTO begun VALUES ($1)', [key]);
      if (does === 'end') process.kill(process.pid, 'SIGKILL');
      // Longer than the test, which kills it.
      if (does === 'stand still') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
    giveUp: async (_payload, error) => void (await db.query('INSERT INTO given_up VALUES ($1)', [error])),
  });
  jobs.start();
};

const [, , url] = process.argv;
if (url?.startsWith('postgres')) run(url);
