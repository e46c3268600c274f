import { comparableEmail } from '@parley/addresses';
import { type FieldProblem, invalid } from '@parley/errors';
import { isMailable } from '../users';

/** Days that an invitation is valid, from its latest mail on. */
export const VALID_DAYS = 14;

const MAX_EMAILS = 100;
const DAY_MS = 86_400_000;

/** The kind of target of an invitation. */
export type TargetType = 'organisation' | 'project';

/** When an invitation that is mailed now expires. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + VALID_DAYS * DAY_MS);

/** Whether an invitation can be accepted no more. */
export const isExpired = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean => expiresAt <= now;

/** Whether an invitation is valid and leads to the project of a call, or to that project's organisation. */
export const isWithin = (
  invitation: { type: TargetType; targetId: string; expiresAt: Date },
  { projectId, organisationId }: { projectId?: string; organisationId?: string },
  now: Date,
): boolean =>
  invitation.targetId === { project: projectId, organisation: organisationId }[invitation.type] &&
  !isExpired(invitation, now);

/**
 * The addresses that a caller sent, each once, as they are stored, with how the caller wrote each: at most 100. 400
 * naming each that is none by its index.
 */
export const readEmails = (sent: readonly string[]): ReadonlyMap<string, string> => {
  if (sent.length > MAX_EMAILS) {
    throw invalid({ field: 'emails', message: `takes at most ${MAX_EMAILS} addresses` });
  }
  const written = new Map<string, string>();
  const problems: FieldProblem[] = [];
  for (const [index, email] of sent.entries()) {
    const address = comparableEmail(email);
    if (!isMailable(address))
      problems.push({ field: `emails.${index}`, message: 'must be an e-mail address' });
    else if (!written.has(address)) written.set(address, email);
  }
  if (problems.length > 0) throw invalid(problems);
  return written;
};
