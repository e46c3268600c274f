import {
  type EmailBody,
  type EmailKind,
  type MailAuthentication,
  fitEmailBody,
  readReplyAddress,
  type ReceivedEmail,
} from '@parley/inbound-mail';
import type { MailAddress } from '@parley/mail';
import { normalizeRichText, type RichText } from '@parley/rich-text';
import { type MessageContent, readMessage } from '../messages';
import type { StoredParts } from './store-parts';

/** Channel of messages and tickets that came by mail. */
export const EMAIL_CHANNEL = 'EMAIL';

/** Most addresses that are kept beside a message. */
const MAX_SHOWN_ADDRESSES = 50;

/** The parts of a mail that a message is made of. */
export interface EmailSource {
  email: ReceivedEmail;
  sender: MailAddress;
  kind: EmailKind;
  /** Undefined when no server verified it. */
  authentication: MailAuthentication | undefined;
  body: EmailBody;
  stored: StoredParts;
  comment: RichText | null;
}

/** Addresses as they are shown: without those that prove something. */
const shownAddresses = (list: readonly MailAddress[]): MailAddress[] =>
  list.filter(({ address }) => readReplyAddress(address) === undefined).slice(0, MAX_SHOWN_ADDRESSES);

/** The data of a mail beside its comment, as `data.email`. */
const toDetails = ({
  email,
  sender,
  kind,
  authentication,
  body,
  stored,
}: EmailSource): Record<string, unknown> => ({
  from: sender,
  to: shownAddresses(email.to),
  cc: shownAddresses(email.cc),
  ...(email.replyTo.length > 0 && { replyTo: shownAddresses(email.replyTo) }),
  ...(email.subject !== '' && { subject: email.subject }),
  ...(email.date && { date: email.date.toISOString() }),
  ...(email.messageId !== undefined && { messageId: email.messageId }),
  ...(kind !== 'person' && { kind }),
  ...(authentication && toResults(authentication)),
  ...(body.quotedText && { quotedText: body.quotedText }),
  ...(stored.skipped.length > 0 && { skippedFiles: stored.skipped }),
});

const toResults = ({ isForged, ...authentication }: MailAuthentication): Record<string, unknown> => ({
  authentication,
  ...(isForged && { suspicious: true }),
});

/** The comment of a mail after its files were stored; of an empty mail, its subject. */
export const emailComment = async (
  { subject }: Pick<ReceivedEmail, 'subject'>,
  body: EmailBody,
  stored: StoredParts,
): Promise<RichText | null> => {
  const { comment, whole } = await fitEmailBody(body, stored.urls);
  if (whole) await stored.add({ ...whole, type: '', contentId: undefined });
  if (comment !== null || stored.attachments.length > 0 || subject === '') return comment;
  return normalizeRichText(subject, 'mime');
};

/** Makes the content of a message from a mail. An automatic answer becomes a note of its ticket. */
export const emailContent = (
  source: EmailSource,
  { isNote }: { isNote: boolean },
): Promise<MessageContent> => {
  const { email, sender, stored, comment } = source;
  const { messageId } = email;
  return readMessage({
    ...(comment && { comment }),
    data: { email: toDetails(source) },
    attachments: stored.attachments,
    channel: { id: 'email', type: EMAIL_CHANNEL, ...(messageId !== undefined && { messageId }) },
    isNote,
    ...(isNote && {
      bot: true,
      fallbackUser: { email: sender.address, username: sender.name ?? sender.address },
    }),
  });
};
