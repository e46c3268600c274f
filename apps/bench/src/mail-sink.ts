import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A mail that arrived. */
export interface Arrival {
  to: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The six digits that a sign-up is confirmed with. */
  code?: string;
}

/** An SMTP server in a process of its own: its cost does not count for the load generator. */
export interface MailSink {
  url: string;
  /** What arrived so far, oldest first. */
  arrivals: readonly Arrival[];
  /** Waits until `enough` of what arrived; answers false when that takes longer than `milliseconds`. */
  waitUntil(enough: () => boolean, milliseconds: number): Promise<boolean>;
  stop(): Promise<void>;
}

type Report = { port: number } | { arrivals: Arrival[] };

/** Milliseconds for which arrivals are gathered before they are reported. */
const REPORT_INTERVAL = 20;

/** The program of the process; it ends with the one that started it. */
export const runMailSink = (): void => {
  const send = (report: Report): void => void process.send?.(report);
  let waiting: Arrival[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, { envelope }, done) => {
      buffer(stream).then((raw) => {
        const at = Date.now();
        const code = /\b\d{6}\b/.exec(raw.toString('latin1').split('\r\n\r\n').slice(1).join())?.[0];
        waiting.push(
          ...envelope.rcptTo.map(({ address }) => ({ to: address, at, ...(code !== undefined && { code }) })),
        );
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1', () => send({ port: (server.server.address() as AddressInfo).port }));
  setInterval(() => {
    if (waiting.length > 0) send({ arrivals: waiting });
    waiting = [];
  }, REPORT_INTERVAL);
  process.once('disconnect', () => process.exit(0));
};

/** Starts the server on a free port. */
export const startMailSink = async (): Promise<MailSink> => {
  const child = fork(join(process.cwd(), 'dist/apps/bench/main.js'), ['mail-sink']);
  const [report] = (await once(child, 'message')) as [Report];
  const arrivals: Arrival[] = [];
  child.on('message', (next: Report) => {
    if ('arrivals' in next) arrivals.push(...next.arrivals);
  });
  return {
    url: `smtp://127.0.0.1:${'port' in report ? report.port : 0}`,
    arrivals,
    waitUntil: async (enough, milliseconds) => {
      for (const end = Date.now() + milliseconds; !enough(); await sleep(REPORT_INTERVAL)) {
        if (Date.now() > end) return false;
      }
      return true;
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
