import type { CallContext } from '@parley/rpc';
import type { Deps } from '../deps';
import { patience } from '../patience';
import type { ContactRow } from './contact';
import { presentReference } from './contact.present';

/** Milliseconds that the caller waits for the tickets service; the event follows anyway. */
const WAIT_MS = 1_000;

/** What of a contact matters to tickets at once. */
export type TicketsKnow = Pick<ContactRow, 'companyId' | 'blocked'>;

/**
 * Notifies tickets of a contact's new company, or that it is blocked or unblocked. So a conversation that begins right after the
 * answer belongs to the company, and a message right after it is refused or accepted.
 */
export const tellTickets = async (
  { companyStamps, log }: Pick<Deps, 'companyStamps' | 'log'>,
  { before, row }: { before: TicketsKnow; row: ContactRow },
  context: CallContext,
): Promise<void> => {
  if (row.companyId === before.companyId && row.blocked === before.blocked) return;
  const contact = presentReference(row);
  await companyStamps
    .learnContactCompany({ contact }, { ...context, deadline: Date.now() + patience(context, WAIT_MS) })
    .catch((error: unknown) => {
      const { projectId, id: contactId } = row;
      log.warn({ err: error, projectId, contactId }, 'Tickets learn of a change of a contact later');
    });
};
