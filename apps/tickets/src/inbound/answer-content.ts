import { NOTE } from '../core';
import type { MessageContent } from '../messages';
import { holdsNotice } from '../notices';
import { emailContent, type EmailSource } from './email-content';

/** Files that hold a whole mail: one that is attached, and a body that was too large for a comment. */
const WHOLE_MAIL = /\.eml$|^message\.(?:html|txt)$/i;

/**
 * Makes the public reply of a member from a mail. One that still holds the notice below it may show the contact a note of the team, so
 * that it becomes a note itself.
 */
export const answerContent = async (source: EmailSource, ticketId: string): Promise<MessageContent> => {
  const { comment, stored } = source;
  const isUnsafe =
    holdsNotice(comment, ticketId) || stored.attachments.some(({ name }) => WHOLE_MAIL.test(name));
  const content = await emailContent(source, { isNote: false });
  return isUnsafe ? { ...content, isNote: true, type: NOTE } : content;
};
