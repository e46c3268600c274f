import { type CallContext } from '@parley/rpc';
import { type ContactRow } from '../contacts/contact';
import { presentReference } from '../contacts/contact.present';
import { type Deps } from '../deps';

/** Milliseconds that the caller waits for tickets to know; the event tells them anyway. */
const WAIT_MS = 1_000;

/**
 * Tells tickets of the new company of a contact that had `before`, so that a conversation which begins right after the
 * answer belongs to it.
 */
export const tellCompany = async (
  { companyStamps, log }: Pick<Deps, 'companyStamps' | 'log'>,
  { before, row }: { before: string | null; row: ContactRow },
  context: CallContext,
): Promise<void> => {
  if (row.companyId === before) return;
  const patience = Math.min(WAIT_MS, (context.deadline - Date.now()) / 2);
  const contact = presentReference(row);
  await companyStamps
    .learnContactCompany({ contact }, { ...context, deadline: Date.now() + patience })
    .catch((error: unknown) => {
      const { projectId, id: contactId } = row;
      log.warn({ err: error, projectId, contactId }, 'Tickets learn of the company of a contact later');
    });
};
