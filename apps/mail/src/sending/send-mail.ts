import { projectScope } from '@parley/auth';
import { MailDeliveryError } from '@parley/mail';
import type {
  SendMailRequest,
  SendMailResponse,
} from '@parley/proto/generated/parley/mail/v1/mailbox_sender_service';
import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { findMailbox, mailboxNotFound } from '../mailboxes';
import { openSender } from './sender';
import { noteSending } from './sending.store';

type Person = NonNullable<SendMailRequest['from']>;

/** Sends a mail by the server of a mailbox. */
export const sendMail = async (
  deps: Pick<Deps, 'store' | 'sealer' | 'outbound' | 'mail' | 'clock'>,
  request: SendMailRequest,
  context: CallContext,
): Promise<SendMailResponse> => {
  const { projectId } = projectScope(context.scope);
  const mailbox = await findMailbox(deps.store, projectId, request.mailboxId);
  if (!mailbox) throw mailboxNotFound();
  const { failure, refused } = await send(deps, mailbox, request);
  await noteSending(deps.store, mailbox, { error: failure?.message, at: deps.clock() });
  return { failure, refused };
};

const send = async (
  deps: Pick<Deps, 'sealer' | 'outbound' | 'mail'>,
  mailbox: Parameters<typeof openSender>[1],
  { from, to, moreTo, cc, bcc, only, references, html, files, inReplyTo, date, ...plain }: SendMailRequest,
): Promise<SendMailResponse> => {
  try {
    const sender = await openSender(deps, mailbox);
    const refused = await sender
      .send({
        messageId: plain.messageId,
        subject: plain.subject,
        text: plain.text,
        headers: plain.headers,
        references,
        from: person(from),
        to: person(to),
        moreTo: moreTo.map(person),
        cc: cc.map(person),
        bcc: bcc.map(person),
        ...(only.length > 0 && { only }),
        ...(html !== undefined && { html }),
        ...(files.length > 0 && { files }),
        ...(inReplyTo !== undefined && { inReplyTo }),
        ...(date !== undefined && { date: new Date(date) }),
      })
      .finally(() => sender.close());
    return { failure: undefined, refused: [...(refused ?? [])] };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof MailDeliveryError) {
      const { code, permanent, badRecipient, status, refused } = error;
      return { failure: { message, code, permanent, badRecipient, status }, refused: [...refused] };
    }
    const failure = { message, code: 'SERVER', permanent: false, badRecipient: false, status: undefined };
    return { failure, refused: [] };
  }
};

const person = (sent: Person | undefined): { address: string; name?: string } => ({
  address: sent?.address ?? '',
  ...(sent?.name !== undefined && { name: sent.name }),
});
