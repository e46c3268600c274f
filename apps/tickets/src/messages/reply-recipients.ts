import { comparableEmail, isEmail } from '@parley/addresses';
import { type FieldProblem, invalid } from '@parley/errors';
import type { CreateMessageRequest } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { type ReplyRecipients, readList, type ElementReader } from '../core';

/** Most addresses that one reply names. */
export const MAX_RECIPIENTS = 50;
const fields = ['to', 'cc', 'bcc'] as const;

/**
 * The recipients that a reply names itself, in the form in which addresses are compared.
 *
 * @throws DomainError `invalid` for a wrong address, for more than 50, for an empty `to`, and for a message that is not mailed.
 */
export const readRecipients = (
  request: Pick<CreateMessageRequest, 'to' | 'cc' | 'bcc' | 'session' | 'sendToChannel'>,
  { isNote }: { isNote: boolean },
): ReplyRecipients => {
  const named = fields.filter((field) => request[field] !== undefined);
  const [field] = named;
  if (field === undefined) return {};
  const reason = whyNotMailed(request, isNote);
  if (reason !== undefined) throw invalid(named.map((one) => ({ field: one, message: reason })));
  const count = named.reduce((sum, one) => sum + (request[one]?.length ?? 0), 0);
  if (count > MAX_RECIPIENTS)
    throw invalid({ field, message: `to, cc and bcc may have at most ${MAX_RECIPIENTS} addresses together` });
  const problems: FieldProblem[] = [];
  const recipients = Object.fromEntries(
    named.map((one) => {
      const sent = { field: one, max: MAX_RECIPIENTS };
      return [
        one,
        readList(request[one] ?? [], sent, address, problems).map((found) => ({ address: found })),
      ];
    }),
  );
  if (request.to?.length === 0) problems.push({ field: 'to', message: 'must have at least one address' });
  if (problems.length > 0) throw invalid(problems);
  return recipients;
};

const whyNotMailed = (
  { session, sendToChannel }: Pick<CreateMessageRequest, 'session' | 'sendToChannel'>,
  isNote: boolean,
): string | undefined => {
  if (isNote) return 'a note is not mailed';
  if (session !== undefined) return "a contact's message is not mailed";
  return sendToChannel === false ? 'needs sendToChannel' : undefined;
};

const address: ElementReader<string> = (element) =>
  typeof element === 'string' && isEmail(element)
    ? { value: comparableEmail(element) }
    : { problem: 'must be an e-mail address' };
