import { DomainError, keptMessage } from '@parley/errors';
import type { Logger } from 'pino';
import { markFailed, type TakenMail } from './mail-job.store';
import type { Reporter } from './notes';
import { retryDelay } from './retries';
import { MailDeliveryError, type RefusedRecipient } from './transport';

const isPermanent = (error: unknown): boolean =>
  error instanceof MailDeliveryError
    ? error.permanent
    : error instanceof DomainError && error.kind === 'invalid';

const toCode = (error: unknown): string => {
  if (error instanceof MailDeliveryError) return error.code;
  return error instanceof DomainError ? error.reason : 'UNKNOWN';
};

/** The recipients that a server refused for now; undefined for none. */
export const listWaiting = (refused: readonly RefusedRecipient[]): string[] | undefined => {
  const addresses = refused.flatMap(({ permanent, address }) => (permanent ? [] : [address]));
  return addresses.length > 0 ? addresses : undefined;
};

/** Refusals that no other attempt follows. */
export const asLasting = (refused: readonly RefusedRecipient[]): RefusedRecipient[] =>
  refused.map((one) => ({ ...one, permanent: true }));

/** The dependencies of failures. */
export interface FailureOptions {
  report: Reporter;
  now(): Date | undefined;
  log: Pick<Logger, 'warn' | 'error'>;
}

/** When the line of a failed mail goes on. */
interface GoOn {
  goOnIn: number;
}

/** Reports mails that were not sent, or not to all of their recipients. */
export interface Failures {
  fail(mail: TakenMail, error: unknown): Promise<GoOn>;
  /** Reports a mail that a server took for some recipients, and refused for others for now. Those get it by another attempt. */
  sendLater(mail: TakenMail, refused: readonly RefusedRecipient[], retryIn: number): Promise<GoOn>;
}

/** Makes the reports of failures. */
export const createFailures = ({ report, now, log }: FailureOptions): Failures => {
  const fail = async (mail: TakenMail, error: unknown): Promise<GoOn> => {
    const { refused = [] } = error instanceof MailDeliveryError ? error : {};
    const retryIn = isPermanent(error) ? undefined : retryDelay(mail.attempts);
    const kept = keptMessage(error);
    const status = retryIn === undefined ? 'failed' : 'queued';
    // While no server can be reached, all queued mails fail again and again: that is no news of any of them.
    const isNews = status === 'failed' || (error instanceof MailDeliveryError && error.isAnswer);
    const outcome = {
      status,
      ids: [mail.id],
      detail: kept,
      refused: retryIn === undefined ? asLasting(refused) : refused,
    } as const;
    const only = listWaiting(refused);
    await report(mail, isNews ? outcome : undefined, (sql) =>
      markFailed(sql, now(), mail, { error: kept, retryIn, only }),
    );
    const { id, projectId, attempts: attempt } = mail;
    const facts = { job: id, projectId, attempt, retryIn, code: toCode(error) };
    if (retryIn === undefined) log.error(facts, 'mail failed for good');
    else log.warn(facts, 'mail not sent, another attempt follows');
    return { goOnIn: retryIn ?? 0 };
  };

  const sendLater = async (
    mail: TakenMail,
    refused: readonly RefusedRecipient[],
    retryIn: number,
  ): Promise<GoOn> => {
    await report(mail, { status: 'sent', ids: [mail.id], refused }, (sql) =>
      markFailed(sql, now(), mail, {
        error: refused.map(({ message }) => message).join('\n'),
        retryIn,
        only: listWaiting(refused),
      }),
    );
    return { goOnIn: retryIn };
  };

  return { fail, sendLater };
};
