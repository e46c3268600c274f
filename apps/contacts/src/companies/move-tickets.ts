import { defineJob, type Doer } from '@parley/jobs';
import { type CallContext, systemContext } from '@parley/rpc';
import type { Deps } from '../deps';

/** The target company of a contact's tickets (the job's key), and the actor. */
export interface TicketMove {
  companyId: string;
  scope: CallContext['scope'];
}

/** Moves the tickets of a contact to a company. Of two moves the later one is the last. */
export const moveJob = defineJob<TicketMove>({
  name: 'company tickets',
  concurrency: 4,
  backoff: () => 5_000,
});

/** Who does it. */
export const createMover = ({ companyStamps }: Pick<Deps, 'companyStamps'>): Doer<TicketMove> => ({
  handle: async ({ companyId, scope }, { projectId, key: contactId }) => {
    const context = systemContext('contacts', { projectId });
    await companyStamps.stampContactTickets({ contactId, companyId }, { ...context, scope });
  },
});
