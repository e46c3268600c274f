import { openDatabase } from '@parley/persistence';
import { pino } from 'pino';
import { createFolderTransport, createMailWorker, createSmtpTransport } from '../../src';

/** A process that sends the mails of a database until it is killed: arguments are its database, and a mail server or a folder. */
const [, , url = '', target = ''] = process.argv;
createMailWorker({
  db: openDatabase({ url, applicationName: 'sending process' }),
  transport: target.startsWith('smtp:')
    ? createSmtpTransport({ url: target })
    : createFolderTransport({ directory: target }),
  log: pino({ level: 'silent' }),
  lease: 500,
  pollInterval: 20,
}).start();
