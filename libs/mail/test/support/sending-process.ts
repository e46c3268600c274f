import { createJobs } from '@parley/jobs';
import { openDatabase } from '@parley/persistence';
import { pino } from 'pino';
import { createFolderTransport, createMailWorker, createSmtpTransport } from '../../src';

/** A process that sends the mails of a database until it is killed: arguments are its database, and a mail server or a folder. */
const [, , url = '', target = ''] = process.argv;
const db = openDatabase({ url, applicationName: 'sending process' });
const log = pino({ level: 'silent' });
const jobs = createJobs({ db, log });
createMailWorker({
  db,
  jobs,
  log,
  transport: target.startsWith('smtp:')
    ? createSmtpTransport({ url: target })
    : createFolderTransport({ directory: target }),
});
jobs.start();
setInterval(jobs.wake, 20);
