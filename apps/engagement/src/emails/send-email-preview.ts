import { emailDomain } from '@parley/addresses';
import { projectScope } from '@parley/auth';
import type { OnceContext } from '@parley/effects';
import { DomainError, invalid } from '@parley/errors';
import { enqueueMail, isMailAddress } from '@parley/mail';
import { newId, type Sql } from '@parley/persistence';
import { isEmptyRichText, toMailText, writeHtml } from '@parley/rich-text';
import type { Item } from '../core';
import { itemNotFound, findItemOfType } from '../items';
import { letterParts, mailPage, writeLetter } from './compose-email';
import type { EmailDeps } from './deps';
import { countPreviews } from './preview.store';

/** Most addresses of previews in an hour and project. */
export const MAX_PREVIEWS = 100;
const HOUR_SECONDS = 3_600;

const tooMany = (retryAfter: number): DomainError =>
  new DomainError(
    'limited',
    'RATE_LIMITED',
    `At most ${MAX_PREVIEWS} addresses an hour get a preview. Try again later.`,
    { retryAfter },
  );

const useUp = async (tx: Sql, projectId: string, count: number, now: Date): Promise<void> => {
  const used = await countPreviews(tx, projectId, count, now);
  if (used && used.addresses > MAX_PREVIEWS)
    throw tooMany(Math.ceil(HOUR_SECONDS - (now.getTime() - used.since.getTime()) / 1000));
};

const checkItem = ({ subject, message }: Item): void => {
  const problems = [
    ...(Object.values(subject?.localized ?? {}).some((text) => /\S/.test(text))
      ? []
      : [{ field: 'subject', message: 'is needed for a preview' }]),
    ...(Object.values(message?.localized ?? {}).some((document) => !isEmptyRichText(document))
      ? []
      : [{ field: 'message', message: 'is needed for a preview' }]),
  ];
  if (problems.length > 0) throw invalid(problems);
};

const readAddresses = (sent: readonly string[]): string[] => {
  const problems = sent.flatMap((address, index) =>
    isMailAddress(address.trim()) ? [] : [{ field: `emails.${index}`, message: 'must be an e-mail address' }],
  );
  if (problems.length > 0) throw invalid(problems);
  return [...new Set(sent.map((address) => address.trim()))];
};

/** Mails the current item to some addresses, without counting. 404, 400 naming missing fields, 429 beyond 100 addresses an hour. */
export const sendEmailPreview = async (
  deps: Pick<EmailDeps, 'db' | 'workspace' | 'mailFrom' | 'clock'>,
  {
    engagementEmailId,
    emails,
    lang,
  }: { engagementEmailId: string; emails: readonly string[]; lang?: string | undefined },
  context: OnceContext<object>,
): Promise<object> => {
  const { db, mailFrom, clock } = deps;
  const { projectId } = projectScope(context.scope);
  const item = await findItemOfType(db, 'EMAIL', projectId, engagementEmailId);
  if (!item) throw itemNotFound('EMAIL');
  const addresses = readAddresses(emails);
  checkItem(item);
  const letter = await writeLetter(deps, item, { lang });
  const text = toMailText(letter.document);
  const html = mailPage(await writeHtml(letter.document));
  await db.transaction(async (tx) => {
    await useUp(tx, projectId, addresses.length, clock());
    for (const address of addresses) {
      const id = newId();
      await enqueueMail(tx, {
        id: `preview:${id}`,
        projectId,
        mail: {
          ...letterParts(deps, letter),
          messageId: `preview.${id}@${emailDomain(mailFrom)}`,
          to: { address },
          subject: `[Preview] ${letter.subject}`,
          text,
          html,
        },
      });
    }
    await context.record(tx, {});
  });
  return {};
};
