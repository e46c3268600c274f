import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from '@parley/testing';

/** A real SMTP server that keeps what it accepts. */
export interface Mailbox {
  url: string;
  /** Mails accepted so far, oldest first, as they were read and as they came. */
  mails(): { to: string; mail: Email; source: string }[];
  /** Waits for the mail to an address that `matches`. */
  waitFor(to: string, matches?: (mail: Email) => boolean): Promise<Email>;
  /** Takes so many more mails; whoever brings another one waits for its answer. */
  hold(after: number): void;
  /** Takes the mails that wait, and all others. */
  release(): void;
  /** Refuses all mails to an address, for good. */
  refuse(address: string): void;
  close(): Promise<void>;
}

/** What a platform without a mail server keeps in its folder. */
export const openMailFolder = (folder: string): Pick<Mailbox, 'waitFor'> => ({
  waitFor: (to, matches = () => true) =>
    eventually(async () => {
      for (const name of readdirSync(folder).filter((one) => one.endsWith(`-${to}.eml`))) {
        const mail = await PostalMime.parse(readFileSync(join(folder, name)));
        if (matches(mail)) return mail;
      }
      throw new Error(`No such mail to ${to} yet`);
    }),
});

/** Starts the server, on a free port unless one is named. */
export const openMailbox = async (wanted = 0): Promise<Mailbox> => {
  const accepted: ReturnType<Mailbox['mails']> = [];
  const refused = new Set<string>();
  const waiting: (() => void)[] = [];
  let left = Infinity;
  const turn = async (): Promise<void> => {
    if (left > 0) left -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    left = Infinity;
    for (const goOn of waiting.splice(0)) goOn();
  };
  const server = new SMTPServer({
    authOptional: true,
    // A platform that goes on keeps its connection open.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        refused.has(address) ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : null,
      ),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const source = Buffer.concat(chunks);
        Promise.all([PostalMime.parse(source), turn()]).then(
          ([mail]) => {
            for (const to of recipients) accepted.push({ to, mail, source: source.toString() });
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.on('error', reject);
    server.listen(wanted, '127.0.0.1', () => resolve((server.server.address() as { port: number }).port));
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => [...accepted],
    waitFor: (to, matches = () => true) =>
      eventually(() => {
        const found = accepted.find((entry) => entry.to === to && matches(entry.mail));
        if (!found) throw new Error(`No such mail to ${to} yet; there are ${accepted.length}`);
        return found.mail;
      }),
    hold: (after) => {
      left = after;
    },
    release,
    refuse: (address) => void refused.add(address),
    close: () => {
      release();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
