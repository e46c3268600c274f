import { type CallContext, systemContext } from '@parley/rpc';
import { type Deps } from '../deps';
import { claimMove, endMove, postponeMove, type TicketMove } from './ticket-move.store';

/** Whether there is something to do. */
export { MOVE_DUE } from './ticket-move.store';

/** Milliseconds until a move that was taken up and not finished is taken up again; longer than any call takes. */
export const LEASE_MS = 60_000;
/** Milliseconds until a move that failed is tried again. */
const RETRY_MS = 5_000;

type MoveDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'companyStamps'>;

/** Moves the tickets of a contact to a company; what fails is left to a worker. */
export const moveTickets = async (
  { db, clock, log, companyStamps }: MoveDeps,
  move: TicketMove,
  context: CallContext,
): Promise<void> => {
  const { projectId, contactId, companyId } = move;
  try {
    await companyStamps.stampContactTickets({ contactId, companyId }, context);
    await endMove(db, move);
  } catch (error) {
    log.warn({ err: error, projectId, contactId }, 'Tickets of a contact move to its company later');
    await postponeMove(db, move, new Date(clock().getTime() + RETRY_MS));
  }
};

/** Takes up one move that is due. Answers whether there was one. */
export const finishMove = async (deps: MoveDeps): Promise<boolean> => {
  const now = deps.clock();
  const move = await claimMove(deps.db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS) });
  if (!move) return false;
  const { projectId, organisationId } = move;
  await moveTickets(deps, move, systemContext('contacts', { projectId, organisationId }));
  return true;
};
