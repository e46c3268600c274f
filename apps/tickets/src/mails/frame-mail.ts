import type { Mail } from '@parley/mail';
import type { Brand } from './brand';

/** Stands for the id of a conversation in the address of its page. */
const PLACEHOLDER = '{conversationId}';
const NEUTRAL_COLOR = '#4b5563';
const LINK_TEXT = 'View the conversation';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** A text as HTML. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** The ticket of a mail, which the root of its thread names. */
export const readTicketId = ({ references }: Mail): string | undefined =>
  references?.map((id) => /^ticket\.([0-9a-f]{24})@/.exec(id)?.[1]).find(Boolean);

const buildLink = (mail: Mail, { conversationUrl }: Brand): string | undefined => {
  const ticket = readTicketId(mail);
  return ticket && conversationUrl?.replaceAll(PLACEHOLDER, ticket);
};

/** The content of a mail as a page with the project's name and colour. Colours of text and background are those of the reader's program, which may be dark. */
export const framePage = (
  content: string,
  { name, color = NEUTRAL_COLOR, language }: Brand,
  link: { url: string; text: string } | undefined,
): string =>
  [
    '<!doctype html>',
    `<html${language === undefined ? '' : ` lang="${escaped(language)}"`}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"></head>',
    '<body style="margin:0">',
    '<div dir="auto" style="max-width:600px;margin:0 auto;padding:24px 16px;font:15px/1.5 Arial,Helvetica,sans-serif">',
    `<div style="padding:20px 0;border-top:4px solid ${escaped(color)}">`,
    ...(name === undefined ? [] : [`<p style="margin:0 0 16px;font-weight:bold">${escaped(name)}</p>`]),
    content,
    ...(link === undefined
      ? []
      : [`<p style="margin:24px 0 0"><a href="${escaped(link.url)}">${escaped(link.text)}</a></p>`]),
    '</div></div></body></html>',
  ].join('\n');

/**
 * Gives a mail to a contact its frame: the project's name and colour, and a link to the conversation where its page is known. The
 * text part has the same.
 */
export const frameMail = (mail: Mail, brand: Brand): Mail => {
  const link = buildLink(mail, brand);
  const text = [
    mail.text,
    ...(link === undefined ? [] : [`${LINK_TEXT}: ${link}`]),
    // A signature of the mailbox ends the mail; two would hide each other.
    ...(brand.name === undefined || mail.text.includes('\n-- \n') ? [] : [`-- \n${brand.name}`]),
  ].join('\n\n');
  return {
    ...mail,
    text,
    ...(mail.html !== undefined && {
      html: framePage(mail.html, brand, link === undefined ? undefined : { url: link, text: LINK_TEXT }),
    }),
  };
};
