import type { Logger } from '@parley/telemetry';
import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { MailAuthentication } from '@parley/inbound-mail';
import type { SmtpClient } from '../authentication';
import type { Deps } from '../deps';
import type { Delivery } from '../delivery';
import { createSenderLimits } from './limits';
import { findRecipient, type Recipient } from './recipients';
import { receive } from './receive';
import { noMailbox, notNow, SmtpReply, tooMuch } from './reply';

/** Most recipients of a mail. */
const MAX_RECIPIENTS = 100;
/** Milliseconds in which a client has to greet, and hand in a mail. */
export const LIMITS_MS = { greeting: 10_000, mail: 300_000 };

type Handlers = Required<
  Pick<SMTPServerOptions, 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'onData' | 'onClose'>
>;

interface Connection {
  recipients: Map<string, Recipient>;
  timer: NodeJS.Timeout | undefined;
}

/** The commands of a client: it may hand in mail for mailboxes of this installation. */
export const createSession = (
  deps: Pick<Deps, 'store'> & { log: Logger; delivery: Delivery },
  verify: (mime: Buffer, client: SmtpClient) => Promise<MailAuthentication>,
  limitsMs = LIMITS_MS,
): Handlers => {
  const limits = createSenderLimits();
  const connections = new Map<string, Connection>();
  const open = ({ id }: SMTPServerSession): Connection => {
    const known = connections.get(id) ?? { recipients: new Map<string, Recipient>(), timer: undefined };
    connections.set(id, known);
    return known;
  };
  /** Ends a connection with 421 after a time, unless its part is done by then. */
  const within = (
    server: SMTPServer,
    session: SMTPServerSession,
    ms: number,
    isDone: () => boolean = () => false,
  ): void => {
    const connection = open(session);
    clearTimeout(connection.timer);
    connection.timer = setTimeout(() => {
      if (isDone()) return;
      for (const one of server.connections)
        if (one.id === session.id) one.send(421, 'It took too long. Try again later.');
    }, ms).unref();
  };

  return {
    onConnect(this: SMTPServer, session, callback) {
      const isTaken = limits.connect(session.remoteAddress);
      // After the greeting silence alone ends a connection.
      within(this, session, limitsMs.greeting, () => Boolean(session.hostNameAppearsAs));
      callback(isTaken ? null : tooMuch('Too many connections of this address'));
    },
    onMailFrom(this: SMTPServer, _address, session, callback) {
      open(session).recipients.clear();
      within(this, session, limitsMs.mail);
      callback(limits.takeMail(session.remoteAddress) ? null : tooMuch('Too many mails of this address'));
    },
    onRcptTo({ address }, session, callback) {
      const { recipients } = open(session);
      if (recipients.size >= MAX_RECIPIENTS) return callback(new SmtpReply(452, 'Too many recipients'));
      findRecipient(deps, deps.delivery, address).then(
        (recipient) => {
          if (recipient) recipients.set(recipient.address, recipient);
          callback(recipient ? null : noMailbox());
        },
        (error: unknown) => {
          deps.log.warn({ err: error }, 'A recipient could not be looked up');
          callback(notNow());
        },
      );
    },
    onData(stream, session, callback) {
      const { recipients } = open(session);
      readAll(stream, limits)
        .then(async (mime) => {
          try {
            const authentication = await verify(mime, readClient(session));
            await receive(deps, { mime, authentication }, [...recipients.values()]);
          } finally {
            limits.release(mime.length);
          }
        })
        .then(
          () => callback(null, 'The mail is here'),
          (error: unknown) => callback(error instanceof SmtpReply ? error : notNow()),
        );
    },
    onClose(session) {
      clearTimeout(connections.get(session.id)?.timer);
      connections.delete(session.id);
      limits.disconnect(session.remoteAddress);
    },
  };
};

const readClient = ({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession): SmtpClient => ({
  address: remoteAddress.replace(/^::ffff:(?=\d+\.)/i, ''),
  helo: hostNameAppearsAs || '',
  mailFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
});

type Stream = Parameters<Handlers['onData']>[0];

/** The bytes of a mail, which count as held until they are released. All are read, because the answer follows the last one. */
const readAll = async (stream: Stream, limits: ReturnType<typeof createSenderLimits>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let held = 0;
  const drop = (): void => {
    limits.release(held);
    held = 0;
    chunks.length = 0;
  };
  let refusal: SmtpReply | undefined;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (refusal) continue;
      held += chunk.length;
      chunks.push(chunk);
      if (!limits.hold(chunk.length)) refusal = new SmtpReply(452, 'Too much mail at once. Try again later.');
      else if (stream.sizeExceeded) refusal = tooLarge();
      if (refusal) drop();
    }
    if (refusal ?? stream.sizeExceeded) throw refusal ?? tooLarge();
  } catch (error) {
    // Also when the client left in the middle.
    drop();
    throw error;
  }
  return Buffer.concat(chunks);
};

const tooLarge = (): SmtpReply => new SmtpReply(552, 'A mail may have 30 MB at most');
