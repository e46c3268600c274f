import type { RefusedRecipient } from './transport';

/** Details about a mail that a server did not accept. */
export interface SmtpFailure {
  code?: string;
  /** The three digits of the answer. */
  responseCode?: number;
  /** The whole answer. */
  response?: string;
  /** The command that was answered: `RCPT TO`, `DATA`, … */
  command?: string;
  message?: string;
}

/** Answers that concern our account and not the mail. */
const accountCodes = new Set([530, 534, 535, 538]);

/** Whether another attempt is of no use: a 5xx answer to sender, recipient or content. */
export const isLasting = ({ code, responseCode }: SmtpFailure): boolean => {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return responseCode === undefined || (responseCode >= 500 && !accountCodes.has(responseCode));
};

/** The status code of RFC 3463 in the answer. */
export const readStatus = ({ response = '' }: SmtpFailure): string | undefined =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/m.exec(response)?.[1];

/**
 * Whether the server says for good that there is no such mailbox: 5.1.x about the recipient, or a 550 to it without a status
 * code. A 5.1.x to the sender is about our own address.
 */
export const isBadRecipient = (failure: SmtpFailure): boolean => {
  if (!isLasting(failure)) return false;
  const status = readStatus(failure);
  if (failure.command === 'RCPT TO')
    return status === undefined ? failure.responseCode === 550 : status.startsWith('5.1.');
  return failure.command === 'DATA' && (status?.startsWith('5.1.') ?? false);
};

/** A failure of one recipient among several. */
export interface RecipientFailure extends SmtpFailure {
  recipient?: string;
}

/** The recipients that a server refused by themselves. */
export const readRefused = (failures: readonly RecipientFailure[] = []): RefusedRecipient[] =>
  failures.flatMap(({ recipient: address, responseCode = 0, response, message = '' }) =>
    address === undefined ? [] : [{ address, permanent: responseCode >= 500, message: response ?? message }],
  );
