import { DomainError } from '@parley/errors';
import type { Logger } from '@parley/telemetry';
import type { Delivery, MailToDeliver } from '../delivery';
import type { Recipient } from './recipients';
import { notNow, SmtpReply } from './reply';

/**
 * Delivers a mail to each project that it is for, once. When one project could not take it, the sender has to send it again; those
 * that have it recognise the duplicate.
 *
 * @throws SmtpReply 451 when it is not durable everywhere, 554 for a mail that cannot be read.
 */
export const receive = async (
  { delivery, log }: { delivery: Delivery; log: Logger },
  mail: Pick<MailToDeliver, 'mime' | 'authentication'>,
  recipients: readonly Recipient[],
): Promise<void> => {
  const byProject = new Map<string, [Recipient, ...Recipient[]]>();
  for (const one of recipients)
    byProject.set(one.project.projectId, [one, ...(byProject.get(one.project.projectId) ?? [])]);
  const outcomes = await Promise.allSettled(
    [...byProject.values()].map((theirs) =>
      delivery.deliver({
        ...mail,
        project: theirs[0].project,
        mailbox: theirs.findLast(({ mailbox }) => mailbox)?.mailbox,
        recipients: theirs.map(({ address }) => address),
      }),
    ),
  );
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (failures.length === 0) return;
  const isUnreadable = failures.every((error) => error instanceof DomainError && error.kind === 'invalid');
  if (isUnreadable) throw new SmtpReply(554, `${oneLine((failures[0] as Error).message)}`);
  log.warn({ err: failures[0] }, 'A mail was not delivered; its sender keeps it');
  throw notNow();
};

const oneLine = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 400);
