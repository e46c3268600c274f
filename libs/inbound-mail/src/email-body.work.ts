import { DomainError } from '@parley/errors';
import { defineWork, inThread } from '@parley/threads';
import { type EmailBody, fitBody, type FittedBody, plainBody, readBody, unreadBody } from './email-body';
import type { ReceivedEmail } from './read-email';

const readWork = defineWork('inbound-mail.read-body', readBody);
const fitWork = defineWork('inbound-mail.fit-body', fitBody);

/** What there is instead when a body takes too long: a mail is never refused for that. */
const otherwise =
  <T>(plain: () => T) =>
  (error: unknown): T => {
    if (error instanceof DomainError && error.kind === 'tooLarge') return plain();
    throw error;
  };

/** As `readBody`; a long body is read in a thread, and as plain text when that takes too long. */
export const readEmailBody = ({
  bodies,
  subject,
  references,
}: Pick<ReceivedEmail, 'bodies' | 'subject' | 'references'>): Promise<EmailBody> => {
  const source = { bodies, subject, references };
  const characters = bodies.reduce((sum, { html = '', text = '' }) => sum + html.length + text.length, 0);
  return inThread(readWork, characters, source).catch(otherwise(() => unreadBody(source)));
};

/** As `fitBody`, likewise. */
export const fitEmailBody = async (
  body: EmailBody,
  urls: ReadonlyMap<string, string>,
): Promise<FittedBody> => {
  const { html, text } = body;
  // Its pictures need not go to the thread and back.
  const characters = (html?.length ?? 0) + text.length;
  return inThread(fitWork, characters, { ...body, embedded: [] }, urls).catch(
    otherwise(() => plainBody(body)),
  );
};
