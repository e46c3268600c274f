import { eventually, freePort } from '@parley/testing';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mailbox, openMailbox } from './mailbox';
import { type Lasting, type PlatformUnderTest, startLasting } from './platform';
import { runFolder } from './started-home';

/** The platform that the files of one Jest worker share, and the mailbox of the file that runs. */
export interface SharedPlatform {
  platform: PlatformUnderTest;
  mailbox: Mailbox;
  /** Closes the mailbox; the platform goes on for the next file. */
  leave(): Promise<void>;
}

/** State of the platform for the worker's next file. The end of the run reads `pids` and `home` (`engines-teardown.mjs`). */
interface Shared extends Lasting {
  smtpPort: number;
}

/** Settings that every file can live with: limits that no test reaches by accident, and no long waits. */
const settings = {
  PARLEY_DEMO: '0',
  SIGNUP_LIMIT_PER_HOUR: '1000000',
  RATE_LIMIT_PER_MINUTE: '1000000',
  MISSED_MAIL_DELAY_SECONDS: '4',
};

const stateFile = (): string => join(runFolder(), `platform-${process.env['JEST_WORKER_ID'] ?? '1'}.json`);

/**
 * The platform that the files of this worker share, started by the first of them: a start costs more than
 * most files. A file makes projects of its own there, and neither restarts it nor changes its settings.
 */
export const sharePlatform = async (): Promise<SharedPlatform> => {
  const file = stateFile();
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Shared) : undefined;
  const smtpPort = known?.smtpPort ?? (await freePort());
  const mailbox = await openMailbox(smtpPort);
  try {
    const shared = known ?? { ...(await startLasting({ ...settings, SMTP_URL: mailbox.url })), smtpPort };
    if (!known) writeFileSync(file, JSON.stringify(shared));
    // Between two files its mail server was away.
    await eventually(async () => {
      const { status } = await fetch(`${shared.origin}/readyz`);
      if (status !== 200)
        throw new Error(`Not ready: ${status} ${readFileSync(shared.log, 'utf8').slice(-2_000)}`);
    }, 180_000);
    return {
      platform: {
        ...shared,
        output: () => readFileSync(shared.log, 'utf8'),
      },
      mailbox,
      leave: () => mailbox.close(),
    };
  } catch (error) {
    // The next file needs its port.
    await mailbox.close();
    throw error;
  }
};
