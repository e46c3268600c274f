import { emailDomain } from '@parley/addresses';
import { signClick, signUnsubscribe } from '@parley/auth';
import type { Mail } from '@parley/mail';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { systemContext } from '@parley/rpc';
import { type RichText, toMailText, writeHtml } from '@parley/rich-text';
import type { BegunDelivery } from './delivery';
import type { Item } from '../core';
import { pickDocument, pickText, readingLanguages, fillDocument, fillLine } from '../texts';
import { bounceLocalPart, messageToken, openToken } from './tokens';
import type { EmailDeps } from './deps';
import { changeLinks } from './links';

type ComposeDeps = Pick<EmailDeps, 'workspace' | 'mailFrom' | 'publicUrl' | 'sealer'>;

const NOTHING: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Who a mail shows as its sender. */
interface Sender {
  name: string;
  replyTo: string | undefined;
}

const resolveSender = async (
  { workspace }: Pick<ComposeDeps, 'workspace'>,
  { projectId, sender }: Pick<Item, 'projectId' | 'sender'>,
  projectName: string,
): Promise<Sender> => {
  if (typeof sender !== 'string') return { name: sender?.name || projectName, replyTo: sender?.email };
  const profile = await workspace.profile(projectId, sender, systemContext('engagement', { projectId }));
  return { name: profile?.name ?? projectName, replyTo: undefined };
};

/** What of a mail is the same for everybody who reads it in a language. */
export interface Letter {
  from: Sender;
  subject: string;
  document: RichText;
}

/** The item as one reader gets it; without a contact the variables have their fallbacks. */
export const writeLetter = async (
  deps: Pick<ComposeDeps, 'workspace'>,
  item: Item,
  { lang, contact }: { lang: string | undefined; contact?: Contact },
): Promise<Letter> => {
  const { projectId } = item;
  const settings = await deps.workspace.settings(projectId, systemContext('engagement', { projectId }));
  const languages = readingLanguages(lang, contact?.lang, settings.defaultLanguage);
  const values = contact && { ...contact };
  return {
    from: await resolveSender(deps, item, settings.name),
    subject: fillLine(pickText(item.subject?.localized, languages) ?? '', values),
    document: fillDocument(pickDocument(item.message?.localized, languages) ?? NOTHING, values),
  };
};

/** Whether opens and clicks of an item are counted. */
const readTracking = ({ config }: Item): { opens: boolean; clicks: boolean } => {
  const { opens = true, clicks = true } = (config?.['tracking'] ?? {}) as {
    opens?: boolean;
    clicks?: boolean;
  };
  return { opens, clicks };
};

/** A page around the content; `end` is markup of ours. */
export const mailPage = (content: string, end = ''): string =>
  [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>',
    '<body style="margin:0;background:#f3f4f6">',
    '<div style="max-width:600px;margin:0 auto;padding:24px 16px;font:15px/1.5 Arial,Helvetica,sans-serif;color:#1f2937">',
    `<div style="padding:20px 24px;background:#ffffff">${content}</div>${end}`,
    '</div></body></html>',
  ].join('\n');

/** The parts of a mail that are the same in a preview. */
export const letterParts = (
  { mailFrom }: Pick<ComposeDeps, 'mailFrom'>,
  { from }: Letter,
): Pick<Mail, 'from'> & { headers: Record<string, string> } => ({
  from: { address: mailFrom, name: from.name },
  headers: { ...(from.replyTo !== undefined && { 'Reply-To': from.replyTo }) },
});

/** The Message-ID of a delivery's mail, the same at every attempt. */
export const makeMessageId = (
  { sealer, mailFrom }: Pick<ComposeDeps, 'sealer' | 'mailFrom'>,
  deliveryId: string,
): string => `${messageToken(sealer, deliveryId)}@${emailDomain(mailFrom)}`;

/** The mail of a delivery as it leaves: in the contact's language, with its links, its image and how to unsubscribe. */
export const composeEmail = async (
  deps: ComposeDeps,
  item: Item,
  { id: deliveryId, contactId, mailDate }: Pick<BegunDelivery, 'id' | 'contactId' | 'mailDate'>,
  contact: Contact,
): Promise<Mail> => {
  const { sealer, publicUrl, mailFrom } = deps;
  const { projectId } = item;
  const letter = await writeLetter(deps, item, { lang: undefined, contact });
  const { from, headers } = letterParts(deps, letter);
  const tracking = readTracking(item);
  const mail = { projectId, deliveryId };
  const unsubscribe = `${publicUrl}/unsubscribe/${signUnsubscribe(sealer, { projectId, contactId, deliveryId })}`;
  const document = tracking.clicks
    ? changeLinks(letter.document, (url) => `${publicUrl}/c/${signClick(sealer, { ...mail, url })}`)
    : letter.document;
  const image = tracking.opens
    ? `<img src="${publicUrl}/o/${openToken(sealer, mail)}.gif" alt="" width="1" height="1">`
    : '';
  const end = `<p style="margin:16px 0 0;font-size:12px;color:#6b7280"><a href="${unsubscribe}">Unsubscribe</a></p>${image}`;
  return {
    messageId: makeMessageId(deps, deliveryId),
    envelopeFrom: `${bounceLocalPart(sealer, deliveryId)}@${emailDomain(mailFrom)}`,
    from,
    to: { address: contact.email ?? '', ...(contact.name !== undefined && { name: contact.name }) },
    subject: letter.subject,
    text: `${toMailText(letter.document)}\n\n-- \nUnsubscribe: ${unsubscribe}`,
    html: mailPage(await writeHtml(document), end),
    headers: {
      ...headers,
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
    date: mailDate,
  };
};
