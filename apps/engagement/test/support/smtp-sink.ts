import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as a server took it. */
export interface TakenMail {
  to: string;
  /** Sender of the envelope. */
  sender: string;
  email: Email;
  raw: string;
  at: number;
}

/** A real SMTP server that keeps what it takes. */
export interface SmtpSink {
  url: string;
  mails: TakenMail[];
  /** What it answers to a recipient: an SMTP answer such as `550 5.1.1 No such user` refuses. */
  answer: (address: string) => string | undefined;
  /** Called before each mail is taken; the server answers when it resolves. */
  beforeTaking: (address: string) => Promise<void> | void;
  close(): Promise<void>;
}

const refusal = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });

/** Opens a server on a free port. */
export const openSink = async (): Promise<SmtpSink> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    hideENHANCEDSTATUSCODES: true,
    onRcptTo: ({ address }, _session, done) => {
      const answer = sink.answer(address);
      done(answer === undefined ? null : refusal(answer));
    },
    onData: (stream, session, done) => {
      const take = async (): Promise<void> => {
        const raw = await buffer(stream);
        const to = session.envelope.rcptTo[0]?.address ?? '';
        await sink.beforeTaking(to);
        const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        const email = await PostalMime.parse(raw);
        sink.mails.push({ to, sender, email, raw: raw.toString('utf8'), at: Date.now() });
        done(null);
      };
      take().catch(done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails: [],
    answer: () => undefined,
    beforeTaking: () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return sink;
};
